// SPDX-License-Identifier: GPL-3.0-or-later

/// Elements of which the first one in their order is always at hand.
struct Heap<Element> {
  private let isBefore: (Element, Element) -> Bool
  /// Each element comes before those at twice its place and behind.
  private var elements: [Element] = []

  init(by isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, isBefore(elements[place], elements[(place - 1) / 2]) {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the first element away, and puts another one in, if there is one.
  mutating func replaceFirst(with element: Element?) {
    guard !elements.isEmpty else { return }
    if let element {
      elements[0] = element
    } else {
      elements.swapAt(0, elements.count - 1)
      elements.removeLast()
    }
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
        if isBefore(elements[child], elements[least]) { least = child }
      }
      guard least != place else { return }
      elements.swapAt(place, least)
      place = least
    }
  }
}
