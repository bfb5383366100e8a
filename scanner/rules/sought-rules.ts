import { pathsIn, type Rule } from "./rule.ts";

/**
 * A rule that is found by the name of a member, because its global is in every file (`document`) or its object has no
 * name at all (the event that a listener gets). The member alone makes a file suspect and starts the search for its
 * object. It must be written in one piece: `event.timeStamp`, not `event["time" + "Stamp"]`.
 */
export interface SoughtRule extends Rule {
  readonly member: string;
}

/** Event classes and factories. */
const eventMakers = `
  {,UI,Custom,Mouse,Pointer,Wheel,Drag,Touch,Keyboard,Input,Composition,Focus,Clipboard,Submit}Event
  {Animation,Transition,Progress,Error,Message,Close,Storage,PopState,HashChange,PageTransition}Event
  {PromiseRejection,Gamepad,DeviceMotion,DeviceOrientation,Toggle}Event document.createEvent`;

/**
 * Clocks that are properties of objects. `timeStamp` counts only on objects that are certainly events: those created by
 * one of these classes or by `document.createEvent`, the global `event`, and the parameter of a DOM listener.
 */
export const soughtRules: readonly SoughtRule[] = [
  ...pathsIn(eventMakers).map((path) => seek(`${path}#timeStamp`, "timeStamp", "Event#timeStamp")),
  seek("event.timeStamp", "timeStamp", "Event#timeStamp"),
  seek("File#lastModified", "lastModified", "File#lastModified"),
  seek("document.timeline.currentTime", "timeline", "document.timeline.currentTime"),
];

function seek(path: string, member: string, api: string): SoughtRule {
  return { path, group: "raw-clock", when: "value", api, member };
}

/** Options that set a time which an object would otherwise take from the clock, by the path of its constructor. */
export const timeOptions: ReadonlyMap<string, { readonly argument: number; readonly key: string }> = new Map([
  ["File", { argument: 2, key: "lastModified" }],
  ["performance.mark", { argument: 1, key: "startTime" }],
  ["PerformanceMark", { argument: 1, key: "startTime" }],
]);

/** The keys of object literals that may be time options. */
export const timeKeys: ReadonlySet<string> = new Set(Array.from(timeOptions.values(), ({ key }) => key));

/** DOM events whose names are rarely used by other event dispatchers. */
const domEvent =
  /^(?:key(?:down|up|press)|(?:mouse|pointer|touch)[a-z]+|(?:dbl|double|aux)?click|contextmenu|wheel|drag[a-z]*|drop|gamepad(?:dis)?connected|device(?:motion|orientation)|(?:animation|transition)[a-z]+|composition[a-z]+|beforeinput|visibilitychange|fullscreenchange|pointerlock[a-z]+|page(?:show|hide)|popstate|hashchange)$/;

/** True if listeners of this type get a DOM event, whatever object they are added to. */
export function isDomEvent(type: string): boolean {
  return domEvent.test(type);
}
