// Runs on any Node, old ones included: plain ES5, and no imports. ESLint parses it as such.
"use strict";

/**
 * Says why a version of Node is not supported, in a sentence; null if it is.
 *
 * @param {string} version As in `process.versions.node`.
 * @param {string} range As package.json has it under `engines`: `^20.19.0 || >=22.12.0`. No other operators.
 * @returns {string | null}
 */
exports.explainUnsupportedNode = function (version, range) {
  var ranges = range.split(" || ");
  if (ranges.some(includes)) return null;
  return "Framegate needs Node " + ranges.map(describe).join(", or ") + ". This is Node " + version + ".";

  /** @param {string} one */
  function includes(one) {
    var found = versionOf(version);
    var least = versionOf(one);
    if (found.major !== least.major) return one.charAt(0) === ">" && found.major > least.major;
    return found.minor > least.minor || (found.minor === least.minor && found.patch >= least.patch);
  }
};

/** @param {string} range */
function describe(range) {
  var least = versionOf(range);
  return least.major + "." + least.minor + (range.charAt(0) === "^" ? " or a later " + least.major : " or later");
}

/** @param {string} text A version, or a range of one. */
function versionOf(text) {
  var parts = text.replace(/^[^0-9]+/, "").split(".");
  return { major: Number(parts[0]), minor: Number(parts[1]), patch: parseInt(String(parts[2]), 10) };
}
