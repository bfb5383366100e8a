const versionLine = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*#version[ \t]+(\d+)[^\n]*\n/u;

// A parameter of a function is followed by a comma or a parenthesis instead of a semicolon.
const outputs =
  /(?:\blayout\s*\([^)]*\)\s*)?\bout\s+((?:(?:lowp|mediump|highp)\s+)?\w+\s+\w+(?:\s*\[[^\]]*\])?(?:\s*,\s*\w+(?:\s*\[[^\]]*\])?)*\s*;)/gu;

/**
 * The fragment shader of a game, so changed that it writes a one wherever it would have written a colour. It still runs
 * all of the game's code, so it discards the same fragments and gives them the same depth. There may be several
 * candidates, in the order to try: the first that compiles is the one.
 */
export function countingShaders(source: string): readonly string[] {
  const [line = "", version] = versionLine.exec(source) ?? [];
  const head = `${line}#define main framegateGameMain\n`;
  const body = source.slice(line.length);
  if (version === "300") {
    // The outputs become plain variables, of whatever type and number they are.
    const declared = "layout(location = 0) out highp vec4 framegateFragment;\n";
    return [head + body.replaceAll(outputs, "$1") + countingMain(declared, "framegateFragment")];
  }
  // A shader may write only one of the two, and the preprocessor decides which.
  return ["gl_FragColor", "gl_FragData[0]"].map((output) => head + body + countingMain("", output));
}

function countingMain(declared: string, output: string): string {
  return `\n#undef main\n${declared}void main() {\n  framegateGameMain();\n  ${output} = vec4(1.0);\n}\n`;
}
