import type { Rule } from "./rule.ts";

/**
 * A rule that is looked for by the name of a member. Its global stands in every file (`document`), or its object has no name
 * at all (the event that a listener is given). A file is suspect, and a value is followed, because of the member alone, and
 * only where that is written as it is: `event.timeStamp`, not `event["time" + "Stamp"]`.
 */
export interface SoughtRule extends Rule {
  readonly member: string;
}

/**
 * Clocks that are read from an object. An event's time is read from objects that are certainly events: those that are made
 * by one of these classes or by `document.createEvent`, the global `event`, and the parameter of a DOM listener.
 */
export const soughtRules: readonly SoughtRule[] = [
  ...["Event", "UIEvent", "CustomEvent", "MouseEvent", "PointerEvent", "WheelEvent", "DragEvent", "TouchEvent"]
    .concat("KeyboardEvent", "InputEvent", "CompositionEvent", "FocusEvent", "ClipboardEvent", "SubmitEvent")
    .concat("AnimationEvent", "TransitionEvent", "ProgressEvent", "ErrorEvent", "MessageEvent", "CloseEvent")
    .concat("StorageEvent", "PopStateEvent", "HashChangeEvent", "PageTransitionEvent", "PromiseRejectionEvent")
    .concat("GamepadEvent", "DeviceMotionEvent", "DeviceOrientationEvent", "ToggleEvent", "document.createEvent")
    .map((path) => seek(`${path}#timeStamp`, "timeStamp", "Event#timeStamp")),
  seek("event.timeStamp", "timeStamp", "Event#timeStamp"),
  seek("File#lastModified", "lastModified", "File#lastModified"),
  seek("document.timeline.currentTime", "timeline", "document.timeline.currentTime"),
];

function seek(path: string, member: string, api: string): SoughtRule {
  return { path, group: "raw-clock", when: "value", api, member };
}

/** An option that gives an object the time that it has else from the clock, by the path of what makes the object. */
export const timeOptions: ReadonlyMap<string, { readonly argument: number; readonly key: string }> = new Map([
  ["File", { argument: 2, key: "lastModified" }],
  ["performance.mark", { argument: 1, key: "startTime" }],
  ["PerformanceMark", { argument: 1, key: "startTime" }],
]);

const timeKeys: ReadonlySet<string> = new Set(Array.from(timeOptions.values(), ({ key }) => key));

/** Whether a key of an object literal may be an option that gives a time. */
export function isTimeOption(key: string): boolean {
  return timeKeys.has(key);
}

/** Events of the DOM whose names other dispatchers of events have no use for. */
const domEvent =
  /^(?:key(?:down|up|press)|(?:mouse|pointer|touch)[a-z]+|(?:dbl|double|aux)?click|contextmenu|wheel|drag[a-z]*|drop|gamepad(?:dis)?connected|device(?:motion|orientation)|(?:animation|transition)[a-z]+|composition[a-z]+|beforeinput|visibilitychange|fullscreenchange|pointerlock[a-z]+|page(?:show|hide)|popstate|hashchange)$/;

/** Whether a listener of this type is given an event of the DOM, whatever object it listens to. */
export function isDomEvent(type: string): boolean {
  return domEvent.test(type);
}
