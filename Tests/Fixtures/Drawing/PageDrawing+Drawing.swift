// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
internal import DocScanCore
internal import Glibc

extension PageDrawing {
  func draw(on canvas: Canvas) {
    for mark in marks { unsafe Self.draw(mark, on: canvas, canvas.context) }
    for line in lines {
      canvas.select(line.font)
      let shade = 1 - line.font.ink
      unsafe cairo_set_source_rgb(canvas.context, shade, shade, shade)
      unsafe cairo_move_to(canvas.context, line.start.x, line.start.y)
      unsafe cairo_show_text(canvas.context, line.text)
    }
  }

  private static func draw(_ mark: Mark, on canvas: Canvas, _ context: OpaquePointer) {
    unsafe cairo_save(context)
    defer { unsafe cairo_restore(context) }
    unsafe cairo_set_source_rgb(context, 0.1, 0.1, 0.1)
    switch mark {
    case .rule(let from, let to, let width):
      unsafe cairo_set_line_width(context, width)
      unsafe cairo_move_to(context, from.x, from.y)
      unsafe cairo_line_to(context, to.x, to.y)
      unsafe cairo_stroke(context)
    case .frame(let box, let lineWidth):
      unsafe cairo_set_line_width(context, lineWidth)
      unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
      unsafe cairo_stroke(context)
    case .area(let box, let ink):
      unsafe cairo_set_source_rgb(context, 1 - ink, 1 - ink, 1 - ink)
      unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
      unsafe cairo_fill(context)
    case .stamp(let text, let center, let degrees):
      unsafe drawStamp(text, center: center, degrees: degrees, on: canvas, context)
    case .picture(let box):
      unsafe drawPicture(in: box, context)
    case .scribble(let points):
      unsafe drawScribble(through: points, context)
    }
  }

  private static func drawStamp(
    _ text: String, center: Point, degrees: Double, on canvas: Canvas, _ context: OpaquePointer
  ) {
    canvas.select(PageFont.sans(15).bold)
    let extents = canvas.extents(of: text)
    unsafe cairo_translate(context, center.x, center.y)
    unsafe cairo_rotate(context, degrees * .pi / 180)
    unsafe cairo_set_source_rgb(context, 0.72, 0.16, 0.18)
    unsafe cairo_set_line_width(context, 2)
    unsafe cairo_rectangle(context, -extents.width / 2 - 9, -17, extents.width + 18, 34)
    unsafe cairo_stroke(context)
    unsafe cairo_move_to(context, -extents.width / 2, 5.5)
    unsafe cairo_show_text(context, text)
  }

  private static func drawPicture(in box: Box, _ context: OpaquePointer) {
    unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
    unsafe cairo_clip(context)
    let sky = unsafe cairo_pattern_create_linear(0, box.y, 0, box.maxY)
    unsafe cairo_pattern_add_color_stop_rgb(sky, 0, 0.55, 0.68, 0.85)
    unsafe cairo_pattern_add_color_stop_rgb(sky, 1, 0.94, 0.92, 0.86)
    unsafe cairo_set_source(context, sky)
    unsafe cairo_pattern_destroy(sky)
    unsafe cairo_paint(context)
    unsafe cairo_set_source_rgb(context, 0.98, 0.93, 0.75)
    unsafe cairo_arc(context, box.x + box.width * 0.7, box.y + box.height * 0.3, box.height * 0.12, 0, 2 * .pi)
    unsafe cairo_fill(context)
    for (layer, shade) in [0.62, 0.45, 0.3].enumerated() {
      unsafe cairo_set_source_rgb(context, shade * 0.85, shade, shade * 0.8)
      unsafe cairo_move_to(context, box.x, box.maxY)
      for step in 0...40 {
        let across = Double(step) / 40
        let height = 0.5 - 0.13 * Double(layer) + 0.09 * sin(across * 7 + Double(layer) * 2.1)
        unsafe cairo_line_to(context, box.x + across * box.width, box.maxY - height * box.height)
      }
      unsafe cairo_line_to(context, box.maxX, box.maxY)
      unsafe cairo_fill(context)
    }
  }

  private static func drawScribble(through points: [Point], _ context: OpaquePointer) {
    guard let first = points.first else { return }
    unsafe cairo_set_source_rgb(context, 0.12, 0.16, 0.45)
    unsafe cairo_set_line_width(context, 1.4)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_move_to(context, first.x, first.y)
    // Catmull-Rom through the points, as Bézier pieces.
    for index in points.indices.dropLast() {
      let before = points[max(index - 1, 0)]
      let (from, to) = (points[index], points[index + 1])
      let after = points[min(index + 2, points.count - 1)]
      unsafe cairo_curve_to(
        context, from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6, to.x - (after.x - from.x) / 6,
        to.y - (after.y - from.y) / 6, to.x, to.y)
    }
    unsafe cairo_stroke(context)
  }
}
