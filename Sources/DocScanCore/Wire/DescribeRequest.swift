// SPDX-License-Identifier: GPL-3.0-or-later

/// Say what you are made of.
public struct DescribeRequest: JobRequest {
  public static let name = "describe"
  public typealias Reply = WorkerDescription

  public init() {}
}
