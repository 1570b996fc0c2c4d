# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes HTML pages of many kinds with known structure, which Tests/Tools/fit/structure.py draws.

A page is a list of elements with their kinds, which a template lays out in a random style. Templates are in two halves, and so are the texts in
both languages: one is for fitting, the other is held out.
"""
import html
import random

# Halves are separated by "/", texts by "|".
ENGLISH = """The survey of the lower valley began in the spring, when the water was high enough to carry the boats past the old weir.|Most of the
measurements were repeated on three different days, and the largest of the differences was no more than two per cent.|A simple model explains the data
well, although it leaves out everything that happens between the stations.|None of the earlier authors mentions the second channel, which is marked on
every map that was printed before 1870.|Whether this change was caused by the new dam, or by the dry years that preceded it, is still an open question.|It
follows that the average speed depends on the depth alone, and that the shape of the bed has only a small effect.|The committee met four times a year
and kept careful minutes, many of which have survived in the town archive.|In the following section we describe how the samples were collected, stored
and finally compared with each other.|Farmers on the northern side complained that their meadows were flooded too early for the first hay.|Costs rose
steadily until 1912, when the company was forced to sell two of its three warehouses.|The results of both groups are nearly identical, which supports the
idea that training matters more than equipment.|Readers who are interested in the details of the method will find them in the appendix at the end of this
book.|A bridge of this size needs regular inspection, and the engineers recommend that it be painted every six years.|For larger values the curve becomes
flat, and additional observations no longer improve the estimate./Visitors to the museum often ask why the clock in the entrance hall has only one hand,
and the answer surprises most of them.|The orchestra opened its new season with a programme that nobody had expected, least of all its own director.|Prices
of grain fell sharply in the autumn because the harvest had been good in every province.|Each of the participants received a short questionnaire and was
asked to return it within ten days.|These rules are older than the parliament itself and have been changed only twice since they were written down.|We
first show that the problem can be divided into smaller parts, which are then solved one after the other.|Local newspapers reported the accident at
length, but their accounts differ in almost every particular.|Under these conditions the plant grows slowly, its leaves remain small, and flowers appear
only in the third year.|The second edition corrects a number of errors and adds a chapter about the northern islands.|Students should be able to explain
the main causes of the war and to describe its effects on trade.|No evidence was found that the treatment shortens the illness, but patients reported
less pain.|A good teacher listens before speaking, and a good book leaves room for the thoughts of its reader.|The new library was paid for by
subscription, and more than nine hundred families gave money or timber.|After the storm the coast looked entirely different, and several villages had to
be moved further inland."""
CHINESE = """研究人员在过去三年中对这一地区的水质进行了连续观测，并记录了每个月的变化情况。|结果表明，随着温度的升高，反应速度明显加快，但产品的质量并没有下降。|改革开放以来，我国经济持续快速发展，
人民生活水平显著提高。|本章首先介绍基本概念，然后通过几个例子说明它们之间的关系。|由于缺乏可靠的数据，早期的学者对这个问题一直存在不同的看法。|这种方法简单易行，适合在中小学课堂上使用，也受到了教师们的欢迎。|图书馆每天上午
八点开放，读者可以凭借书证借阅图书和杂志。|从上面的分析可以看出，成本控制是企业管理中最重要的环节之一。|春天来了，河边的柳树长出了新的叶子，孩子们在草地上放风筝。|该系统由三个部分组成，各部分之间通过网络进行数据交换。|
调查显示，大多数居民希望在社区附近增加公共绿地和运动场所。|根据上述规定，申请人应当在三十日内提交全部材料。/公司董事会认为，未来两年市场需求将保持稳定增长，行业集中度会进一步提高。|这座古老的城市有着两千多年的历史，保存着
许多珍贵的文物和建筑。|实验前应认真检查仪器设备，确认无误后方可接通电源。|作者用朴素的语言描写了家乡的风景，表达了对亲人的思念之情。|学校将于下周举行秋季运动会，希望全体同学积极报名参加。|如果两条直线相互平行，那么它们
与第三条直线所成的角相等。|近年来，新能源汽车的销量不断上升，带动了相关产业的发展。|专家建议，老年人应当保持适量运动，饮食以清淡为主。|在这种情况下，传统的计算方法已经不能满足实际需要。|记者从有关部门了解到，新的铁路
线路计划在明年年底建成通车。|植物通过光合作用把太阳能转化为化学能，储存在有机物之中。|投资者需要注意市场风险，不应盲目追求短期收益。"""
ENGLISH_HEADINGS = """Introduction|Related work|The river and its bridges|Methods|Results and discussion|Data collection|Early settlements|A model of the lower valley|
Water rights|Limitations|Conclusion|Costs and benefits|The second survey|Sampling|Growth of the towns|Statistical analysis|What the maps show|Future work|Summary/Background|
A season of change|Materials|Trade before the war|Findings|Experimental setup|The northern islands|Policy implications|Reading and writing|Overview|Rules of the house|
Acknowledgements|How prices are made|Main theorem|Learning goals|Case study: the harbour|The old library|Key figures|Outlook|Who pays for the theatre?"""
CHINESE_HEADINGS = """引言|研究方法|数据来源与处理|结果与讨论|主要结论|水质变化的原因|基本概念|系统结构设计|课堂练习|市场需求分析|成本控制的意义|社会调查|管理制度/行业发展现状|投资建议|实验步骤|家乡的春天|
风险提示|平行线的性质|历史沿革|新能源汽车产业|总体要求|光合作用|健康生活|工作安排|知识梳理"""
ENGLISH_TITLES = """A Survey of the Lower Valley and Its Bridges|Measuring Change in Small Towns|Models of Flow in Shallow Channels|Annual Report on Water and Trade|Principles of Field Work/
The Clock With Only One Hand|New Season, Old Friends|Grain Prices and the Price of Peace|Learning to Read in Large Classes|A Short History of the Northern Islands"""
CHINESE_TITLES = """河流水质变化的长期观测研究|中小学课堂教学方法探讨|企业成本控制与管理|社区公共空间调查报告/新能源汽车行业深度研究|古城保护与城市发展|八年级数学期末复习|现代农业技术的推广与应用"""
NAMES = "Anna Lindqvist|Peter Marlow|Mei Tanaka|J. R. Holloway|Sofia Brandt|Omar Haddad"
CHINESE_NAMES = "王建国|李晓明|张丽华|陈志强|刘芳"
SERIF = ["Nimbus Roman", "P052", "C059", "DejaVu Serif", "URW Bookman"]
SANS = ["Nimbus Sans", "DejaVu Sans", "URW Gothic", "Nimbus Sans Narrow"]


class Maker:
    """Makes texts of one language and half, and the elements that contain them."""

    def __init__(self, seed, language, half):
        self.random = random.Random(seed)
        self.chinese = language == "chinese"
        self.half = half
        self.seen = set()
        self.serif = "WenQuanYi Micro Hei" if self.chinese else self.random.choice(SERIF)
        self.sans = "WenQuanYi Micro Hei" if self.chinese else self.random.choice(SANS)
        self.section = self.sub = 0

    def texts(self, english, chinese):
        chosen = (chinese if self.chinese else english).split("/")
        return [" ".join(t.split()) if not self.chinese else "".join(t.split()) for t in chosen[min(self.half, len(chosen) - 1)].split("|")]

    def one(self, english, chinese):
        choices = self.texts(english, chinese)
        fresh = [t for t in choices if t not in self.seen] or choices
        text = self.random.choice(fresh)
        self.seen.add(text)
        return text

    def sentences(self, least, most):
        choices = self.texts(ENGLISH, CHINESE)
        picked = self.random.sample(choices, min(self.random.randint(least, most), len(choices)))
        return ("" if self.chinese else " ").join(picked)

    def few(self, words):
        """Returns a short phrase, for items of lists and cells."""
        text = self.random.choice(self.texts(ENGLISH, CHINESE))
        if self.chinese:
            return text.split("，")[0].rstrip("。")[:words * 3]
        return " ".join(text.split()[:words]).rstrip(",.;")

    def element(self, kind, text, tag="p", style="", data=""):
        return f'<{tag} data-k="{kind}" class="{data or kind}" style="{style}">{html.escape(text)}</{tag}>'

    def heading(self, text=None, numbering="", sub=False, style=""):
        text = text or self.one(ENGLISH_HEADINGS, CHINESE_HEADINGS)
        if sub:
            self.sub += 1
        else:
            self.section, self.sub = self.section + 1, 0
        digits = "一二三四五六七八九十"
        if numbering == "1":
            text = (f"{self.section}.{self.sub} " if sub else f"{self.section}{self.random.choice(['', '.'])} ") + text
        elif numbering == "I":
            roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"][(self.section - 1) % 10]
            text = f"{'ABCDEFGH'[(self.sub - 1) % 8]}. {text}" if sub else f"{roman}. {text.upper()}"
        elif numbering == "一":
            text = f"（{digits[(self.sub - 1) % 10]}）{text}" if sub else f"{digits[(self.section - 1) % 10]}、{text}"
        elif numbering == "章":
            text = f"{self.section}.{self.sub} {text}" if sub else f"第{digits[(self.section - 1) % 10]}节 {text}"
        return self.element("title", text, "h3" if sub else "h2", style, "sub" if sub else "section")

    def title(self, style=""):
        return self.element("title", self.one(ENGLISH_TITLES, CHINESE_TITLES), "h1", style)

    def paragraph(self, least=2, most=5, style=""):
        return self.element("text", self.sentences(least, most), style=style)

    def items(self, count, mark):
        marks = {"•": ["•"] * 20, "1": [f"{n}." for n in range(1, 20)], "(1)": [f"({n})" for n in range(1, 20)],
                 "a)": [f"{c})" for c in "abcdefghijklmnopqrst"], "①": list("①②③④⑤⑥⑦⑧⑨⑩")}[mark]
        texts = [f"{marks[n]} {self.few(9) if self.random.random() < 0.6 else self.sentences(1, 1)}" for n in range(count)]
        return [self.element("text", t, style="margin-left:1.5em;text-indent:-1.2em", data="item") for t in texts]

    def figure(self, number, width="100%"):
        height = self.random.randint(28, 55)
        bars = "".join(f'<i style="left:{8 + 11 * n}%;height:{self.random.randint(20, 90)}%"></i>' for n in range(8))
        label = f"图{number} " if self.chinese else self.random.choice([f"Figure {number}: ", f"Fig. {number}. "])
        caption = label + (self.few(8) if self.random.random() < 0.5 else self.sentences(1, 1))
        return (f'<div class="fig" style="width:{width}"><div class="plot" data-k="figure" style="height:{height}mm">{bars}</div>'
                f'{self.element("caption", caption)}</div>')

    def table(self, number):
        rows, columns = self.random.randint(4, 7), self.random.randint(3, 4)
        cell = lambda r, c: self.few(2) if r == 0 or c == 0 else f"{self.random.uniform(1, 900):.1f}"
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell(r, c))}</td>" for c in range(columns)) + "</tr>" for r in range(rows))
        label = f"表{number} " if self.chinese else f"Table {number}. "
        return f'<div class="fig">{self.element("caption", label + self.few(7))}<table data-k="table">{body}</table></div>'

    def name(self):
        return self.one(NAMES, CHINESE_NAMES)


def sections(m, numbering, count, figures=0, lists=0, subs=0.3, paragraphs=(1, 3), marks=("•", "1", "(1)", "a)")):
    """Returns elements of running text below headings."""
    out = []
    for n in range(count):
        out.append(m.heading(numbering=numbering))
        if m.random.random() < subs:
            if m.random.random() < 0.5:
                out.append(m.paragraph(1, 3))
            out.append(m.heading(numbering=numbering, sub=True))
        for _ in range(m.random.randint(*paragraphs)):
            out.append(m.paragraph())
        if m.random.random() < figures:
            out.append(m.figure(n + 1) if m.random.random() < 0.6 else m.table(n + 1))
        if m.random.random() < lists:
            out += m.items(m.random.randint(3, 5), "①" if m.chinese and m.random.random() < 0.3 else m.random.choice(marks))
    return out


def running(m, number, style):
    """Returns (head, foot) of a page as HTML: running titles, page numbers, lines of a publisher."""
    title = m.random.choice(m.texts(ENGLISH_TITLES, CHINESE_TITLES))
    header = lambda t: m.element("header", t, "span")
    page = lambda t: m.element("page_number", t, "span")
    foot = lambda t: m.element("footer", t, "span")
    if style == 0:
        return f"{header(title)}{page(str(number))}", ""
    if style == 1:
        return f"{page(str(number))}{header(title)}", ""
    if style == 2:
        return "", f"<span></span>{page(m.random.choice([str(number), f'- {number} -', f'— {number} —']))}<span></span>"
    if style == 3:
        words = f"第{number}页 共{number + 9}页" if m.chinese else m.random.choice([f"Page {number} of {number + 9}", f"Page {number}"])
        return f"{header(title)}{header(m.name())}", f"{foot(m.name() + ' · 2021')}{page(words)}"
    if style == 4:
        return f"<span></span>{header(title)}<span></span>", f"{foot('www.example.org' if m.random.random() < .5 else 'Journal of Field Studies, Vol. 12, No. 3')}{page(str(number))}"
    if style == 5:
        return f"{header(title.upper())}", f"<span></span>{page(str(number))}"
    return "", ""


# A template returns (page class, CSS, head, HTML of its body, foot).

def paper(m):
    number = m.random.randint(1, 40)
    numbering = m.random.choice(["1", "1", "I", ""]) if not m.chinese else m.random.choice(["1", "一"])
    first = m.random.random() < 0.4
    css = f"""font:{m.random.choice([9, 9.5, 10])}pt/1.18 '{m.serif}'; --b:2; padding:22mm 18mm;"""
    style = m.random.choice(["font-weight:bold;font-size:11.5pt", "font-weight:bold;font-size:1em", "font-variant:small-caps;text-align:center;font-size:1.05em", "font-weight:bold;font-size:13pt"])
    top = ""
    if first:
        top = m.title("text-align:center;font-size:17pt;margin:2mm 0 4mm") + m.element("text", ", ".join([m.name(), m.name()]), style="text-align:center")
        top += m.element("text", ("摘要：" if m.chinese else "Abstract. ") + m.sentences(3, 5), style="margin:4mm 10mm;font-size:.92em")
    body = sections(m, numbering, 9, figures=0.35, lists=0.15)
    notes = m.element("footnote", "1 " + m.sentences(1, 1), style="font-size:.8em;border-top:.4pt solid black;margin-top:6mm") if m.random.random() < 0.3 else ""
    head, foot = running(m, number, m.random.choice([0, 1, 2, 4]))
    return "a4", css + "--i:1.2em;--j:justify", head, f'{top}<div class="flow c2">{"".join([body[0].replace("<h2", f"<h2")] + body[1:])}</div>{notes}', foot, f"h2{{{style}}} h3{{font-style:{m.random.choice(['italic', 'normal'])};font-weight:{m.random.choice(['bold', 'normal'])};font-size:1em}}"


def textbook(m):
    number = m.random.randint(3, 300)
    numbering = m.random.choice(["1", ""]) if not m.chinese else m.random.choice(["章", "1", "一"])
    css = f"font:{m.random.choice([10.5, 11, 12])}pt/{m.random.choice([1.3, 1.45])} '{m.serif}';padding:25mm 24mm;--i:{m.random.choice(['1.5em', '2em', '0'])};--j:justify"
    top = m.title("font-size:24pt;margin:8mm 0 12mm") if m.random.random() < 0.3 else ""
    body = sections(m, numbering, 6, figures=0.3, lists=0.4)
    if m.random.random() < 0.5:
        body.insert(0, m.paragraph())
    head, foot = running(m, number, m.random.choice([0, 1, 2, 5]))
    size = m.random.choice([1.0, 1.15, 1.4])
    return "a4", css, head, f'{top}<div class="flow">{"".join(body)}</div>', foot, f"h2{{font:bold {size}em '{m.sans}';margin:1.2em 0 .5em}} h3{{font:bold 1em '{m.sans}'}}"


def report(m):
    number = m.random.randint(2, 60)
    numbering = m.random.choice(["1", "", ""]) if not m.chinese else m.random.choice(["一", "1", ""])
    css = f"font:{m.random.choice([10, 10.5, 11])}pt/1.35 '{m.sans}';padding:24mm 22mm;--i:0;--p:.7em;--j:left"
    top = m.title("font-size:20pt") if m.random.random() < 0.4 else ""
    body = sections(m, numbering, 6, figures=0.5, lists=0.4, marks=("•", "•", "1"))
    head, foot = running(m, number, m.random.choice([3, 3, 4, 2]))
    size = m.random.choice([1.15, 1.3, 1.6])
    return "a4", css, head, f'{top}<div class="flow">{"".join(body)}</div>', foot, f"h2{{font-size:{size}em;font-weight:{m.random.choice(['bold', 'normal'])}}} h3{{font-size:1.05em}}"


def slide(m):
    number = m.random.randint(2, 40)
    css = f"font:{m.random.choice([17, 19, 21])}pt/1.3 '{m.sans}';padding:14mm 16mm;--i:0;--p:.4em;--j:left"
    items = []
    for _ in range(m.random.randint(4, 6)):
        items.append(m.element("text", f"{m.random.choice(['• ', '• ', '– ', ''])}{m.few(10)}", style="margin-left:1em"))
    head, foot = "", running(m, number, 3)[1] if m.random.random() < 0.6 else f"<span></span><span></span>{m.element('page_number', str(number), 'span')}"
    return "slide", css, head, f'{m.element("title", m.one(ENGLISH_HEADINGS, CHINESE_HEADINGS), "h1")}<div class="flow">{"".join(items)}</div>', foot, f"h1{{font-size:{m.random.choice([1.3, 1.6])}em;margin:0 0 10mm;text-align:{m.random.choice(['left', 'center'])}}}"


def exam(m):
    number = m.random.randint(1, 8)
    css = f"font:{m.random.choice([10.5, 11.5])}pt/1.45 '{m.serif}';padding:22mm 20mm;--i:0;--p:.5em;--j:left"
    top = m.title("text-align:center;font-size:16pt") if m.random.random() < 0.6 else ""
    body, question = [], 0
    for part in range(3):
        digits = "一二三四五"
        text = f"{digits[part]}、{m.one(CHINESE_HEADINGS, CHINESE_HEADINGS)}" if m.chinese else f"{m.random.choice(['Part', 'Section'])} {'ABC'[part]}: {m.one(ENGLISH_HEADINGS, CHINESE_HEADINGS)}"
        body.append(m.element("title", text, "h2"))
        for _ in range(m.random.randint(2, 5)):
            question += 1
            body.append(m.element("text", f"{question}. {m.sentences(1, 2)}"))
            if m.random.random() < 0.6:
                body += [m.element("text", f"{c}. {m.few(6)}", style="margin-left:2em") for c in "ABCD"]
    foot = running(m, number, m.random.choice([2, 3]))[1]
    return "a4", css, "", f'{top}<div class="flow">{"".join(body)}</div>', foot, f"h2{{font-size:{m.random.choice([1, 1.1])}em;font-weight:bold}}"


def magazine(m):
    number = m.random.randint(4, 120)
    css = f"font:{m.random.choice([9, 9.5, 10])}pt/1.3 '{m.random.choice([m.serif, m.sans])}';padding:20mm 16mm;--i:1em;--j:{m.random.choice(['justify', 'left'])}"
    top = m.title(f"font:bold {m.random.choice([26, 34])}pt/1.1 '{m.sans}';margin:4mm 0") + m.element("text", m.few(14), style="font-size:13pt;margin-bottom:6mm") + m.element("text", ("文/" if m.chinese else "By ") + m.name())
    body = []
    for n in range(7):
        if n:
            body.append(m.heading(style=f"font:bold {m.random.choice([1.0, 1.2])}em '{m.sans}'"))
        body += [m.paragraph() for _ in range(m.random.randint(2, 4))]
        if m.random.random() < 0.3:
            body.append(m.figure(n + 1))
    head, foot = running(m, number, m.random.choice([5, 4, 2]))
    return "a4", css, head, f'{top}<div class="flow c{m.random.choice([2, 3])}">{"".join(body)}</div>', foot, ""


def newspaper(m):
    number = m.random.randint(2, 30)
    css = f"font:{m.random.choice([8.5, 9])}pt/1.2 '{m.serif}';padding:20mm 12mm;--i:1em;--j:justify"
    stories = ""
    for columns in m.random.sample([3, 4, 2], 2):
        body = "".join(m.paragraph(3, 6) for _ in range(12))
        stories += m.title(f"font-size:{m.random.choice([20, 26])}pt;margin:3mm 0 2mm") + f'<div class="flow c{columns} story">{body}</div>'
    head, foot = running(m, number, m.random.choice([0, 1]))
    return "a4", css, head, stories, foot, ""


def notes(m):
    number = m.random.randint(1, 90)
    numbering = m.random.choice(["1", "1", ""]) if not m.chinese else m.random.choice(["一", "1"])
    css = f"font:{m.random.choice([10, 11, 12])}pt/1.25 '{m.serif}';padding:26mm 28mm;--i:0;--p:.5em;--j:justify"
    body = sections(m, numbering, 6, figures=0.1, lists=0.6, subs=0.5)
    head, foot = running(m, number, m.random.choice([2, 2, 0]))
    return "a4", css, head, f'<div class="flow">{"".join(body)}</div>', foot, f"h2{{font-size:{m.random.choice([1.2, 1.45])}em}} h3{{font-size:{m.random.choice([1, 1.2])}em}}"


def journal(m):
    number = m.random.randint(100, 900)
    css = f"font:{m.random.choice([10, 10.5])}pt/1.3 '{m.serif}';padding:24mm 30mm;--i:1.3em;--j:justify"
    caps = m.random.random() < 0.5 and not m.chinese
    body = []
    for _ in range(5):
        body.append(m.heading(numbering=m.random.choice(["", "I"]) if not m.chinese else "", style="text-align:center;font-weight:normal" + (";text-transform:uppercase" if caps else ";font-style:italic")))
        body += [m.paragraph() for _ in range(m.random.randint(2, 4))]
    notes = m.element("footnote", "1 " + m.sentences(1, 2), style="font-size:.8em;margin-top:5mm") if m.random.random() < 0.6 else ""
    head, foot = running(m, number, m.random.choice([0, 1, 4]))
    return "a4", css, head, f'<div class="flow">{"".join(body)}</div>{notes}', foot, "h2{font-size:1em}"


def broker(m):
    number = m.random.randint(2, 30)
    css = f"font:{m.random.choice([9.5, 10])}pt/1.4 '{m.sans}';padding:26mm 18mm;--i:0;--p:.6em;--j:justify"
    numbering = "" if not m.chinese else m.random.choice(["一", "1", ""])
    body = sections(m, numbering, 5, figures=0.8, lists=0.2, subs=0.4)
    head, foot = running(m, number, 3)
    return "a4", css, head, f'<div class="flow">{"".join(body)}</div>', foot, f"h2{{font-size:{m.random.choice([1.2, 1.35])}em;border-bottom:.6pt solid black}} h3{{font-size:1em}} .hd{{border-bottom:.8pt solid black;padding-bottom:2mm}}"


def checklist(m):
    number = m.random.randint(1, 40)
    css = f"font:{m.random.choice([10, 11, 12, 13])}pt/{m.random.choice([1.25, 1.5])} '{m.random.choice([m.serif, m.sans])}';padding:24mm 22mm;--i:0;--p:.5em"
    body = []
    for _ in range(m.random.randint(3, 5)):
        body.append(m.heading())
        if m.random.random() < 0.5:
            body.append(m.paragraph(1, 2))
        words = m.random.choice([1, 2, 4, 12])
        style = m.random.choice(["disc", "circle", "square", "decimal", "'–  '", "lower-alpha"])
        rows = "".join(m.element("text", m.few(words) if m.random.random() < 0.9 else m.sentences(2, 2), "li") for _ in range(m.random.randint(3, 8)))
        columns = m.random.choice(["", "", "columns:2"]) if words < 4 else ""
        body.append(f'<ul style="list-style:{style};margin:.3em 0;padding-left:{m.random.choice([1.4, 2, 3])}em;{columns}">{rows}</ul>')
    head, foot = running(m, number, m.random.randint(0, 6))
    top = m.title("font-size:18pt") if m.random.random() < 0.5 else ""
    return "a4", css, head, f'{top}<div class="flow">{"".join(body)}</div>', foot, f"h2{{font-size:{m.random.choice([1, 1.2, 1.4])}em}}"


def manual(m):
    number = m.random.randint(1, 90)
    css = f"font:{m.random.choice([10, 11])}pt/{m.random.choice([1.2, 1.45])} '{m.serif}';padding:26mm 24mm;--i:0;--p:.5em;--j:{m.random.choice(['justify', 'left'])}"
    body = []
    for _ in range(4):
        body.append(m.heading(style=m.random.choice(["text-transform:uppercase;font-size:1em", "font-size:1.25em"])))
        body.append(m.paragraph(1, 2))
        for _ in range(m.random.randint(2, 4)):
            body.append(m.element("text", m.few(m.random.choice([1, 2])), style=m.random.choice(["font-weight:bold", "font-style:italic", ""])))
            body.append(m.element("text", m.sentences(1, 2), style="margin-left:2.5em"))
    head, foot = running(m, number, m.random.randint(0, 6))
    return "a4", css, head, f'<div class="flow">{"".join(body)}</div>', foot, ""


def schedule(m):
    number = m.random.randint(1, 40)
    css = f"font:{m.random.choice([9.5, 11, 12])}pt/{m.random.choice([1.25, 1.5])} '{m.random.choice([m.serif, m.sans])}';padding:24mm 20mm;--i:0;--p:.6em"
    body = []
    for _ in range(4):
        body.append(m.heading(style=m.random.choice(["", "text-align:center;font-style:italic"])))
        if m.random.random() < 0.4:
            body.append(m.paragraph(1, 2))
        kinds = [m.random.choice(["time", "words", "words", "price", "name", "text"]) for _ in range(m.random.randint(2, 5))]
        cells = {"time": lambda: f"{m.random.randint(8, 21)}:{m.random.choice(['00', '15', '30'])}", "words": lambda: m.few(2), "price": lambda: f"{m.random.uniform(2, 900):.2f}",
                 "name": m.name, "text": lambda: m.few(8)}
        names = m.random.random() < 0.6
        rows = "".join(f"<tr>{''.join(f'<td>{html.escape(m.few(1) if names and not row else cells[kind]())}</td>' for kind in kinds)}</tr>" for row in range(m.random.randint(3, 8)))
        body.append(f'<table data-k="table" class="open">{rows}</table>')
    head, foot = running(m, number, m.random.randint(0, 6))
    top = m.title("font-size:18pt;text-align:center") if m.random.random() < 0.6 else ""
    return "a4", css, head, f'{top}<div class="flow">{"".join(body)}</div>', foot, f"h2{{font-size:{m.random.choice([1, 1.3])}em;font-weight:bold}} .open td{{border:0;padding-right:1.5em;vertical-align:top}} .open{{width:auto}}"


def form(m):
    css = f"font:{m.random.choice([10, 11, 12])}pt/{m.random.choice([1.4, 2])} '{m.sans}';padding:22mm 20mm;--i:0;--p:.3em"
    rows = []
    for _ in range(m.random.randint(10, 20)):
        value = m.few(2) if m.random.random() < 0.6 else ""
        rows.append(m.element("text", f"{m.few(m.random.choice([1, 2]))}: {value or '.' * 40}"))
    rows.insert(4, m.paragraph(1, 2))
    foot = running(m, 1, 3)[1] if m.random.random() < 0.5 else ""
    return "a4", css, "", f'{m.title("font-size:15pt")}<div class="flow">{"".join(rows)}</div>', foot, ""


def letter(m):
    """A letter or an invoice, whose head and foot say what nothing else on the page does."""
    css = f"font:{m.random.choice([9.5, 10, 11])}pt/1.35 '{m.random.choice([m.serif, m.sans])}';padding:32mm 24mm;--i:0;--p:.6em"
    digits = lambda n: "".join(str(m.random.randint(0, 9)) for _ in range(n))
    head = m.element("text", f"{m.name()} & Sons", "span") + m.element("text", f"{m.few(1).title()} Street {digits(2)}, {digits(5)} {m.few(1).title()}", "span")
    foot = m.element("text", f"IBAN DE{digits(2)} {digits(4)} {digits(4)} {digits(4)}", "span") + m.element("text", f"VAT No. {digits(9)}", "span") + m.element("text", f"Tel. {digits(4)} {digits(6)}", "span")
    body = [m.element("text", t) for t in (m.name(), f"{m.few(1).title()} Road {digits(2)}", f"{digits(5)} {m.few(1).title()}", "")]
    body.append(m.element("text", f"{digits(1)} May 2021", style="text-align:right"))
    body += [m.paragraph(1, 3) for _ in range(m.random.randint(1, 3))]
    if m.random.random() < 0.6:
        rows = "".join(f"<tr><td>{n}</td><td>{html.escape(m.few(3))}</td><td>{m.random.uniform(2, 900):.2f}</td></tr>" for n in range(1, m.random.randint(3, 8)))
        body.append(f'<table data-k="table" class="open">{rows}</table>')
    body.append(m.paragraph(1, 2))
    return "a4", css, head, f'<div class="flow">{"".join(body)}</div>', foot, ".open td{border:0}"


HALVES = [[paper, textbook, report, slide, exam], [magazine, newspaper, notes, journal, broker], [checklist, manual, schedule, form, letter]]
BASE = """*{box-sizing:border-box} body{margin:0} @page a4{size:210mm 297mm;margin:0} @page slide{size:254mm 143mm;margin:0}
.a4{page:a4;width:210mm;height:296.9mm} .slide{page:slide;width:254mm;height:142.9mm} .page{position:relative;overflow:hidden;display:flex;flex-direction:column;break-after:page;background:white;color:#111}
.hd,.ft{position:absolute;left:0;right:0;display:flex;justify-content:space-between;font-size:.85em} .hd{top:11mm} .ft{bottom:9mm} .hd,.ft{margin:0 18mm} .slide .ft{bottom:5mm}
.flow{flex:1;min-height:0;overflow:hidden} .story{flex:1} .c2{column-count:2;column-gap:7mm;column-fill:auto} .c3{column-count:3;column-gap:6mm;column-fill:auto} .c4{column-count:4;column-gap:5mm;column-fill:auto}
p{margin:0 0 var(--p,0);text-indent:var(--i,0);text-align:var(--j,left);hyphens:auto} .caption{text-indent:0;font-size:.9em;margin:1mm 0 3mm;text-align:left} h1,h2,h3{line-height:1.2;break-after:avoid} h2{margin:1em 0 .4em;font-size:1.2em} h3{margin:.7em 0 .3em}
.item{break-inside:avoid} .fig{margin:3mm 0;break-inside:avoid} .plot{position:relative;border:.6pt solid #333;background:#eee} .plot i{position:absolute;bottom:0;width:7%;background:#777} .footnote{text-indent:0}
table{border-collapse:collapse;width:100%;font-size:.9em} td{border-bottom:.4pt solid #444;padding:.5mm 2mm}"""
SCRIPT = """<script>for(const f of document.querySelectorAll('.flow')){const over=()=>f.scrollHeight>f.clientHeight+1||f.scrollWidth>f.clientWidth+1;
while(f.lastElementChild&&over())f.lastElementChild.remove();while(f.lastElementChild&&f.lastElementChild.dataset.k=='title')f.lastElementChild.remove()}
document.currentScript.remove()</script>"""


def page(seed, language, half, template=None):
    """Returns (size, HTML of one page, the template's name)."""
    m = Maker(seed, language, half)
    template = template or HALVES[half][seed % len(HALVES[half])]
    size, css, head, body, foot, rules = template(m)
    scope = f"p{seed}"
    scoped = " ".join(f".{scope} {rule}" + "}" for rule in rules.split("}") if rule.strip())
    return size, f"""<style>{scoped}</style><div class="page {size} {scope}" lang="{'zh' if m.chinese else 'en'}" style="{css.replace('"', "'")}">
<div class="hd">{head}</div>{body}<div class="ft">{foot}</div></div>""", template.__name__
