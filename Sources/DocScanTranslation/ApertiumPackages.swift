// SPDX-License-Identifier: GPL-3.0-or-later

/// The Debian packages of Apertium's language pairs, so that messages can name the right one.
package enum ApertiumPackages {
  /// The output of `apt-cache search --names-only '^apertium-'` in Debian 12, without the prefix "apertium-".
  private static let names = """
    afr-nld arg-cat bel-rus br-fr cat-ita cat-srd dan-nor en-gl eng-cat eng-spa eo-ca eo-en eo-es eo-fr es-gl es-pt \
    es-ro eu-en eu-es fr-es fra-cat fra-frp hbs-eng hbs-mkd hbs-slv id-ms ind-zlm isl-eng isl-swe mk-bg mkd-bul mk-en \
    mkd-eng nno-nob oc-es oci-fra pol-szl por-cat pt-gl rus-ukr spa-arg spa-ast spa-cat spa-ita srd-ita swe-dan \
    swe-nor urd-hin
    """.split(separator: " ").map { $0.split(separator: "-").map(String.init) }

  /// Returns the package for two languages, or `nil` if there is none. Each language is given by all of its codes.
  package static func package(_ source: [String], _ target: [String]) -> String? {
    let pair = names.first { pair in
      source.contains(pair[0]) && target.contains(pair[1]) || source.contains(pair[1]) && target.contains(pair[0])
    }
    return pair.map { "apertium-" + $0.joined(separator: "-") }
  }
}
