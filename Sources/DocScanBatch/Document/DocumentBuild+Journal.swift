// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import Glibc

/// Reuse of page results from earlier runs, and of pages that were read before the document was complete.
extension DocumentBuild {
  func hasUnchangedFile(_ index: Int) -> Bool { input.files[sourcePages.place(of: selection[index]).file].isUnchanged }

  /// The name under which the journal records the input's pages, which all parts of an input share.
  var inputName: String { input.part?.input ?? input.name }

  func key(_ index: Int) -> PageKey {
    let place = sourcePages.place(of: selection[index])
    return PageKey(file: digest.files[place.file], number: place.page, reading: setup.reading)
  }

  func cached(_ results: [PageResult], checkpoint: PageCheckpoint, index: Int) -> CachedPage {
    CachedPage(stages: stages(of: index), pictureNeed: pictureNeed, checkpoint: checkpoint, results: results)
  }

  /// Returns the cached results adapted to this document, or `nil` if a worker must process the page.
  func results(of cached: CachedPage, index: Int) -> [PageResult]? {
    // Stages that depend on text must run on the edited text.
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

  /// Returns the results of a page that was read before its document was complete, after moving its files into this document's folder. Returns `nil`
  /// if the input file has changed, a result's file is missing, or the page has edits.
  func take(_ page: PrefetchedPages.Page, index: Int) -> [PageResult]? {
    guard edits(ofPage: index).isEmpty, hasUnchangedFile(index) else { return nil }
    let stem = request(index: index, effort: .full).fileStem
    for (part, result) in zip(1..., page.results) {
      // Each page's picture names are unique, so they don't change. Pictures for writers are named by the page's position.
      let from = result.untrustedFileNames(stem: page.stem, part: part)
      let to = result.untrustedFileNames(stem: stem, part: part)
      for (name, new) in zip(from, to) {
        guard unsafe rename(page.folder + "/" + name, setup.layersFolder + "/" + new) == 0 else { return nil }
      }
    }
    return page.results.map { own($0, index: index) }
  }

  private func own(_ result: PageResult, index: Int) -> PageResult {
    var result = result
    result.page.document = reference
    result.page.page = pageReference(index)
    return result
  }

  private func stages(of index: Int) -> [ResolvedComponent] {
    ownStages(ofPage: index) ?? setup.pipeline.stages
  }
}
