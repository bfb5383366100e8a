import { escapeControls } from "./escape-controls.ts";

/**
 * A GitHub workflow command on a line of its own: `::error file=a.ts,line=3,title=...::message`.
 *
 * @param properties In this order, without those that are null.
 */
export function workflowCommand(
  level: string,
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    // In a property, the separators are escaped as well.
    value === null ? [] : [`${name}=${escapeData(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`],
  );
  return `::${level} ${given.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return escapeControls(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}
