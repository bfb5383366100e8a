import ts from "typescript";

/** The identifiers of a valid program, or null for any other text. */
export function namesOf(source: string, hasTags: boolean): readonly string[] | null {
  const kind = hasTags ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile("a.tsx", source, ts.ScriptTarget.Latest, false, kind);
  const problems: unknown = Reflect.get(file, "parseDiagnostics");
  if (Array.isArray(problems) && problems.length > 0) return null;
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.end > node.pos) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}
