// SPDX-License-Identifier: GPL-3.0-or-later

/// A priority queue: a binary heap with constant-time access to the first element in the given order.
struct Heap<Element> {
  private let isBefore: (Element, Element) -> Bool
  /// The heap: the element at index `i` comes before those at `2 * i + 1` and `2 * i + 2`.
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

  /// Removes the first element, and inserts the given one, if any.
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
