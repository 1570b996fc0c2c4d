// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns a short letter in German.
  public static func germanLetter() throws -> PageDrawing {
    try note(
      heading: "Straßenfest im Gerberviertel", place: "Mühlbach, den 3. Juni 2024",
      paragraphs: [
        "Liebe Nachbarinnen und Nachbarn,",
        "am Samstag, dem 22. Juni, feiern wir wieder unser Straßenfest. Ab drei Uhr nachmittags ist die Gerbergasse für "
          + "Autos gesperrt; bitte stellen Sie Ihre Wagen rechtzeitig hinter der Turnhalle ab.",
        "Für Getränke ist gesorgt, über Kuchen und Salate freuen wir uns sehr. Wer einen Tisch, Bänke oder einen "
          + "großen Schirm übrig hat, möge sich bis zum 15. Juni bei Frau Köhler im Haus Nummer 7 melden.",
        "Um sechs Uhr spielt die Blaskapelle, danach dürfen die Kinder das Lagerfeuer anzünden. Bei Regen feiern wir in "
          + "der Scheune weiter, das Dach ist inzwischen dicht.", "Mit herzlichen Grüßen", "Ihr Festausschuss",
      ])
  }

  /// Returns a short note in French.
  public static func frenchNote() throws -> PageDrawing {
    try note(
      heading: "Le marché du samedi", place: "Villeneuve, le 5 septembre 2024",
      paragraphs: [
        "Chers habitants,",
        "À partir du mois d'octobre, le marché se tiendra sur la place de l'église, de huit heures à midi et demi. Les "
          + "travaux de la rue du Moulin dureront jusqu'à Noël et gêneraient trop les marchands.",
        "Vous y trouverez comme toujours des légumes de saison, du fromage de chèvre, des œufs frais et le pain de la "
          + "boulangère. Un nouveau pêcheur viendra une semaine sur deux, si la mer le permet.",
        "Le café de la mairie sera ouvert dès sept heures. Pensez à apporter vos paniers : nous aimerions nous passer "
          + "de sacs en plastique.", "Bien à vous,", "Le comité du marché",
      ])
  }

  private static func note(heading: String, place: String, paragraphs: [String]) throws -> PageDrawing {
    var page = PageDrawing()
    try page.line(heading, at: Point(x: 72, y: 96), font: PageFont.serif(18).bold)
    try page.line(place, endingAt: Point(x: 523, y: 134), font: .serif(11))
    var y = 170.0
    for text in paragraphs {
      y = try page.paragraph(text, at: Point(x: 72, y: y), width: 451, font: .serif(11.5)) + 10
    }
    return page
  }
}
