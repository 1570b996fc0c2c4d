// SPDX-License-Identifier: GPL-3.0-or-later
// Support: the German pages that documents are named by.

import DocScanCore
import DocScanFixtures

extension NamingTests {
  static func rechnung() throws -> PageDrawing {
    let font = PageFont.sans(10)
    var page = PageDrawing()
    try page.line("Holzbau Ritter GmbH", at: Point(x: 64, y: 70), font: PageFont.sans(16).bold)
    try page.line(
      "Gartenstraße 14, 33102 Paderborn · info@holzbau-ritter.de", at: Point(x: 64, y: 88), font: .sans(8.5))
    for (row, text) in ["Grundschule am See", "Lange Gasse 8", "88131 Lindau"].enumerated() {
      try page.line(text, at: Point(x: 64, y: 140 + Double(row) * 15), font: font)
    }
    for (row, fact) in [
      ("Rechnungsnummer:", "2024-118"), ("Rechnungsdatum:", "08.03.2024"), ("Zahlbar bis:", "22.03.2024"),
    ]
    .enumerated() {
      try page.line(fact.0, at: Point(x: 340, y: 140 + Double(row) * 15), font: font)
      try page.line(fact.1, endingAt: Point(x: 531, y: 140 + Double(row) * 15), font: font)
    }
    try page.line("Rechnung", at: Point(x: 64, y: 230), font: PageFont.sans(14).bold)
    for (row, item) in [("Regal montiert", "250,00"), ("Schrauben und Winkel", "150,00")].enumerated() {
      try page.line(item.0, at: Point(x: 64, y: 270 + Double(row) * 20), font: font)
      try page.line(item.1, endingAt: Point(x: 531, y: 270 + Double(row) * 20), font: font)
    }
    for (row, sum) in [("Nettobetrag", "400,00"), ("MwSt. 19 %", "76,00"), ("Rechnungsbetrag EUR", "476,00")]
      .enumerated()
    {
      try page.line(sum.0, at: Point(x: 340, y: 330 + Double(row) * 20), font: font)
      try page.line(sum.1, endingAt: Point(x: 531, y: 330 + Double(row) * 20), font: font)
    }
    return page
  }

  static func kassenbon() throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 226.8, height: 300))
    let font = PageFont.mono(8.4)
    try page.line("Bäckerei Sommer", at: Point(x: 40, y: 40), font: PageFont.mono(13).bold)
    try page.line("Marktplatz 3, 88131 Lindau", at: Point(x: 36, y: 56), font: font)
    try page.line("14.03.2024  08:15  Kasse 1", at: Point(x: 16, y: 84), font: font)
    for (row, item) in [("Roggenbrot 1 kg", "5,40"), ("Apfelkuchen", "4,00"), ("Kaffee", "3,00")].enumerated() {
      try page.line(item.0, at: Point(x: 16, y: 110 + Double(row) * 14), font: font)
      try page.line(item.1, endingAt: Point(x: 210, y: 110 + Double(row) * 14), font: font)
    }
    for (row, sum) in [("SUMME EUR", "12,40"), ("Bar", "20,00"), ("Rückgeld", "7,60")].enumerated() {
      try page.line(sum.0, at: Point(x: 16, y: 176 + Double(row) * 16), font: font)
      try page.line(sum.1, endingAt: Point(x: 210, y: 176 + Double(row) * 16), font: font)
    }
    try page.line("Vielen Dank für Ihren Einkauf", at: Point(x: 24, y: 250), font: font)
    return page
  }
}
