import { closedObject, described, finiteNumber, listOf, oneOf } from "./field-kinds.ts";
import { count, nullable, words, wordsOrNull } from "./report-fields.ts";
import { sceneEngineNames } from "./scene-report.ts";

/** The field `scene` of a report. */
export const reportedScene = closedObject({
  engines: described(
    listOf(
      described(
        closedObject({
          name: described(oneOf(sceneEngineNames), "Its name."),
          version: wordsOrNull("As the engine reports it; null if it does not."),
          worlds: count("Scene graphs at the end of the run."),
        }),
        "An engine.",
      ),
    ),
    "The engines whose scene graphs were counted.",
  ),
  nodes: count("Nodes at the end of the run."),
  entities: nullable(finiteNumber(), "Entities at the end of the run; null if nothing marks nodes as entities."),
  names: described(
    listOf(
      described(
        closedObject({ type: words("Their type."), name: words("Their name."), count: count("How many there are.") }),
        "Nodes of the same type and name.",
      ),
    ),
    "The most frequent names of nodes, at most 20.",
  ),
  selectors: described(
    listOf(words("As it was given.")),
    "The selectors of the entities; empty if entities are the nodes with an entity id.",
  ),
});
