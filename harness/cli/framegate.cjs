#!/usr/bin/env node
// Runs on any Node, old ones included: plain ES5, and nothing of ours is loaded before the check.
"use strict";

var explainUnsupportedNode = require("./node-support.cjs").explainUnsupportedNode;
var range = require("../../package.json").engines.node;

var message = explainUnsupportedNode(process.versions.node, range);
if (message === null) require("./start.cjs");
else refuse(message);

/** @param {string} message */
function refuse(message) {
  var hint = "Install a supported version from https://nodejs.org.";
  if (process.argv.indexOf("--json") !== -1) {
    var error = { code: "environment", message: message, where: null, hint: hint };
    process.stdout.write(JSON.stringify({ error: error }, null, 2) + "\n");
  }
  process.stderr.write("error environment: " + message + "\n  " + hint + "\n");
  process.exitCode = 6;
}
