// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What is noted of a document's pages, and taken over from earlier runs.
extension OpenDocument {
  /// Whether the file that holds the page at an index is still the one that was hashed.
  func hasUnchangedFile(_ index: Int) -> Bool { input.files[sourcePages.place(of: selection[index]).file].isUnchanged }

  /// The input's name, which all of its parts share: what the journal files its pages under.
  var inputName: String {
    guard input.part != nil, let slash = input.name.lastIndex(of: "/") else { return input.name }
    return String(input.name[..<slash])
  }

  /// What the journal knows a page by.
  func key(_ index: Int) -> PageKey {
    let place = sourcePages.place(of: selection[index])
    return PageKey(file: digest.files[place.file], number: place.page, reading: setup.reading)
  }

  /// What a later run may take over of a page.
  func cached(_ results: [PageResult], checkpoint: PageCheckpoint, index: Int) -> CachedPage {
    CachedPage(stages: stages(of: index), pictureNeed: pictureNeed, checkpoint: checkpoint, results: results)
  }

  /// The results of an earlier run as those of this one; nil where a worker has to do something about the page.
  func results(of cached: CachedPage, index: Int) -> [PageResult]? {
    // Stages that look at text have to look at it as people left it.
    guard cached.stages == stages(of: index), pictures.isEmpty, edits(ofPage: index).isEmpty,
      cached.results.allSatisfy({ $0.page.edits == nil })
    else { return nil }
    switch pictureNeed {
    case .always: return nil
    case .ifChanged:
      guard cached.pictureNeed != .never, cached.results.allSatisfy({ $0.picture == nil }) else { return nil }
    case .never: break
    }
    return cached.results.map { result in
      var result = result
      result.page.document = reference
      result.page.page = pageReference(index)
      result.picture = nil
      result.extras = []
      return result
    }
  }

  /// The stages that run on a page.
  private func stages(of index: Int) -> [ResolvedComponent] {
    let place = sourcePages.place(of: selection[index])
    return setup.pipeline.overriddenStages(file: place.path, page: place.page) ?? setup.pipeline.stages
  }
}
