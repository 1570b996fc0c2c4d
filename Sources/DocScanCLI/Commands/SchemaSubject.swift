// SPDX-License-Identifier: GPL-3.0-or-later

/// The kinds of files that have a schema.
enum SchemaSubject: String, CaseIterable, Sendable {
  case pipeline, page, line, document, report
}
