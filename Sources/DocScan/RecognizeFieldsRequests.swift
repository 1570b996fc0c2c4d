// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads a receipt: merchant, date, items, taxes, total, and payments. Vision has no counterpart.
///
/// ```swift
/// let page = try await DocumentScan(contentsOf: [photo]).pages[0]
/// if let receipt = try await RecognizeReceiptRequest().perform(on: page) {
///   print(receipt.merchant?.value ?? "", receipt.total?.value ?? 0, receipt.currencyCode ?? "")
/// }
/// ```
public struct RecognizeReceiptRequest: ImageProcessingRequest {
  /// The options for reading text.
  public var textRecognitionOptions = RecognizeDocumentsRequest.TextRecognitionOptions()

  /// Creates a request that detects the language of each page.
  public init() {}

  /// Reads the receipt on a page.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: The receipt, or `nil` if the page isn't one.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a property of the request is invalid,
  ///   and a `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> ReceiptObservation? {
    let (found, size) = try await page.read(
      [textRecognitionOptions.stage, .object(["stage": .string(Receipt.description.key)])],
      properties: textRecognitionOptions.properties)
    return found.receipt.map { ReceiptObservation($0, in: size) }
  }
}

/// Reads the fields of an invoice of one page. Vision has no counterpart.
///
/// A ``BatchRun`` with the preset ``Preset/receipts`` reads invoices of several pages, and the XML of e-invoices.
public struct RecognizeInvoiceRequest: ImageProcessingRequest {
  /// The options for reading text.
  public var textRecognitionOptions = RecognizeDocumentsRequest.TextRecognitionOptions()

  /// Creates a request that detects the language of each page.
  public init() {}

  /// Reads the invoice on a page.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: The invoice, or `nil` if the page isn't one.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a property of the request is invalid,
  ///   and a `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> InvoiceObservation? {
    let (found, size) = try await page.read(
      [textRecognitionOptions.stage, .object(["stage": .string(Receipt.description.key)])],
      properties: textRecognitionOptions.properties)
    let candidates: InvoicePage? = found.findings.get()
    return candidates.flatMap { Invoice(pages: [(1, $0)]) }.map { InvoiceObservation($0, in: size) }
  }
}

/// Reads the fields of a filled-in form: labels with their values, and checkboxes. Vision has no counterpart.
public struct RecognizeFormRequest: ImageProcessingRequest {
  /// The options for reading text.
  public var textRecognitionOptions = RecognizeDocumentsRequest.TextRecognitionOptions()

  /// Creates a request that detects the language of each page.
  public init() {}

  /// Reads the form on a page.
  ///
  /// - Parameter page: The page to read.
  /// - Returns: The fields, from top to bottom. Empty if the page isn't a form.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a property of the request is invalid,
  ///   and a `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> [FormFieldObservation] {
    let (found, size) = try await page.read(
      [textRecognitionOptions.stage] + ["checkboxes", "form"].map { .object(["stage": .string($0)]) },
      properties: textRecognitionOptions.properties)
    return (found.form ?? []).map { FormFieldObservation($0, in: size) }
  }
}
