// SPDX-License-Identifier: GPL-3.0-or-later

extension NameTemplate.Field {
  /// The stages that find it, any of which will do; nil for what is known without any.
  fileprivate var stages: [String]? {
    switch self {
    case .title, .kind, .sender: ["about"]
    case .date: ["about", "receipt"]
    case .merchant, .total, .currency, .number: ["receipt"]
    case .input, .folder: nil
    }
  }
}

extension Pipeline {
  /// Fails where a stage is missing without which documents cannot be named as `output.name` says.
  package func checkNaming() throws(PipelineError) {
    let names = stages.map(\.name)
    for field in NameTemplate.Field.allCases where output.template?.fields.contains(field) == true {
      guard let needed = field.stages, let first = needed.first, !needed.contains(where: names.contains) else {
        continue
      }
      throw .invalid(
        path: "\(OutputSettings.name).\(OutputSettings.naming.name)",
        message:
          "{\(field.rawValue)} needs the stage \"\(first)\". Add it to the stages: {\"stage\": \"\(first)\"}, or with "
          + "--also \(first).")
    }
  }
}
