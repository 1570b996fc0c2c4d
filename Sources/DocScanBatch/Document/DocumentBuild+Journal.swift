// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import Glibc

/// What is noted of a document's pages, and taken over from earlier runs.
extension DocumentBuild {
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

  /// The results of an earlier run as those of this one; nil if a worker has to do something about the page.
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
      var result = own(result, index: index)
      result.picture = nil
      result.extras = []
      return result
    }
  }

  /// The results of a page that was read before the document was complete, with its files; nil if something is missing, or people
  /// decided something about the page.
  func take(_ page: PagesAhead.Page, index: Int) -> [PageResult]? {
    guard edits(ofPage: index).isEmpty, hasUnchangedFile(index) else { return nil }
    let stem = request(index: index, effort: .full).fileStem
    for (part, result) in zip(1..., page.results) {
      // Pictures keep their names, which no other page has; those that only writers look for are named by the page's place.
      let from = result.untrustedFileNames(stem: page.stem, part: part)
      let to = result.untrustedFileNames(stem: stem, part: part)
      for (name, new) in zip(from, to) {
        guard unsafe rename(page.folder + "/" + name, setup.layersFolder + "/" + new) == 0 else { return nil }
      }
    }
    return page.results.map { own($0, index: index) }
  }

  /// A result as one of this document's page.
  private func own(_ result: PageResult, index: Int) -> PageResult {
    var result = result
    result.page.document = reference
    result.page.page = pageReference(index)
    return result
  }

  /// The stages that run on a page.
  private func stages(of index: Int) -> [ResolvedComponent] {
    ownStages(ofPage: index) ?? setup.pipeline.stages
  }
}
