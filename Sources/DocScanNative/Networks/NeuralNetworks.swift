// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The networks of a process: loaded before it gives up its rights, and shared by its stages.
public final class NeuralNetworks {
  private let installed: InstalledModels?
  private var runtime: NeuralRuntime?
  private var networks: [NeuralModel: NeuralNetwork] = [:]
  /// What was loaded, with its version: results depend on it.
  package private(set) var versions: [String: String] = [:]

  /// None yet; they come from the folder that is found, or from another one.
  package init(_ installed: InstalledModels? = InstalledModels.find()) { self.installed = installed }

  /// Loads a network where it is installed; fails when it is damaged.
  package func load(_ model: NeuralModel) throws(PipelineError) {
    guard networks[model] == nil, let installed, let library = installed.entry(InstalledModels.runtime),
      let entry = installed.entry(model.rawValue)
    else { return }
    let runtime: NeuralRuntime
    if let opened = self.runtime { runtime = opened } else { runtime = try open(library, installed) }
    networks[model] = try NeuralNetwork(model, bytes: try installed.bytes(of: entry), runtime: runtime)
    note(model.rawValue, installed)
  }

  /// The network, if it is loaded.
  package subscript(model: NeuralModel) -> NeuralNetwork? { networks[model] }

  private func open(
    _ library: InstalledModels.Entry, _ installed: InstalledModels
  ) throws(PipelineError) -> NeuralRuntime {
    let file = try installed.checked(library).file
    let runtime = try NeuralRuntime(file, path: installed.path(of: library), version: library.version)
    self.runtime = runtime
    note(InstalledModels.runtime, installed)
    return runtime
  }

  private func note(_ name: String, _ installed: InstalledModels) {
    guard let version = installed.version(of: name) else { return }
    versions[version.name] = version.text
  }
}
