// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts the function words of a text, such as articles and pronouns, which are frequent in any running text.
package struct SmallWords {
  /// The score of each language: the number of its words, with shared words divided among languages.
  package private(set) var scores: [String: Double] = [:]
  package private(set) var words = 0

  package init(_ scalars: [Unicode.Scalar]) {
    for language in Self.lists.keys { scores[language] = 0 }
    var word: [Unicode.Scalar] = []
    for scalar in scalars + [" "] {
      if scalar.isLetter {
        word.append(scalar.small)
        continue
      }
      if !word.isEmpty {
        // "l'" and "dell'" are separate words.
        if scalar.plain == "'" { word.append("'") }
        count(word)
        word.removeAll(keepingCapacity: true)
      }
    }
  }

  private mutating func count(_ word: [Unicode.Scalar]) {
    words += 1
    guard let languages = Self.languages[String(String.UnicodeScalarView(word))] else { return }
    for language in languages { scores[language, default: 0] += 1 / Double(languages.count) }
  }

  package static let marks: [String: Set<Unicode.Scalar>] = [
    "pt": Set("ãõç".unicodeScalars), "es": Set("ñ¿¡".unicodeScalars), "de": Set("ßäöü".unicodeScalars),
    "fr": Set("œêëùçèà".unicodeScalars), "it": Set("ìòèù".unicodeScalars),
  ]

  // Whether a word in small letters is a function word of a language.
  package static func isKnown(_ word: String, in language: String) -> Bool {
    languages[word]?.contains(language) == true
  }

  private static let languages: [String: [String]] = {
    var languages: [String: [String]] = [:]
    for (language, list) in lists.sorted(by: { $0.key < $1.key }) {
      for word in list.split(whereSeparator: \.isWhitespace) { languages[String(word), default: []].append(language) }
    }
    return languages
  }()

  /// The most frequent words of running text, and a few words of bills, which contain little running text.
  private static let lists: [String: String] = [
    "en": """
    the of and to in is that for it as was with be by on not he his but at are this have from or had an they which \
    one you were her all she there would their we him been has when who will no more if out so what up said its \
    about than into them can only other new some could time these two may then do first any my now such like our \
    over me even most made after also did many before must through back years where much your way well down should \
    because each just those people how too little state good very make world still own see men work long get here \
    between both life being under never same another know while last might us great old year off come since against \
    go came right used take three \
    tax invoice cash amount change thank please date price qty number receipt bill item paid
    """,
    "de": """
    der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat \
    dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis \
    mehr durch man sein wurde sei kann gegen vom können schon wenn habe seine ihre dann unter wir soll ich eines \
    jahr zwei jahren diese dieser wieder keine uhr seiner worden will zwischen immer was sagte gibt alle diesem seit \
    muss wurden beim doch jetzt waren drei etwa bitte ihr ihnen ihren sehr geehrte vielen dank \
    summe betrag rechnung datum preis stück zahlung mwst bezahlt straße bar
    """,
    "fr": """
    de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec ou son aux sa \
    ses été cette mais comme nous vous leur on y avoir fait être elle tout même deux ans aussi bien si entre sans \
    ces était ont dont lors peut après leurs sous encore fois ainsi depuis notre votre nos vos je tu mon ma mes \
    avant où autres très afin vers chez jusqu lorsque doit donc rien merci monsieur madame qu' n' c' j' s' d' l' \
    aujourd'hui \
    montant facture payé prix espèces rue reçu numéro échéance
    """,
    "es": """
    de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre \
    este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo \
    han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada e vida otro \
    después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres sí dijo sido gran \
    país según menos usted ustedes nuestro nuestra gracias \
    importe factura fecha precio efectivo cambio calle recibo número pagado
    """,
    "it": """
    di e il la che in a per un è non del una i le con si da come al nel dei sono della ma lo alla più ha delle gli \
    se anche o ed dal sul suo dalla ai nella degli su questo era loro tra due quando essere ho hanno mi sua cui ad \
    fra cosa poi prima ci solo tutto stato alle così dopo quello anni senza quella questa tutti fatto dello agli \
    sulla perché chi molto ne può nei suoi dalle noi vi ogni stata lei lui mio dove già quanto ancora grazie vostro \
    nostra dell' all' nell' un' sull' l' dall' c' d' \
    importo fattura totale prezzo contanti resto scontrino numero pagato
    """,
    "pt": """
    de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou \
    ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem \
    nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas havia seja qual será \
    nós tenho lhe deles essas esses pelas este fosse dele anos ano pode fazer dia obrigado sobre são \
    valor fatura preço dinheiro troco rua recibo número pago
    """,
  ]
}
