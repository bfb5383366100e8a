/** The browser's own state of an animation. */
export interface NativeAnimation {
  rate(animation: Animation): number;
  setRate(animation: Animation, rate: number): void;
  setStart(animation: Animation, startMs: number): void;
  position(animation: Animation): number;
  setPosition(animation: Animation, positionMs: number): void;
  playState(animation: Animation): string;
  finish(animation: Animation): void;
}

/** Captures the accessors of animations. Call before they are replaced. */
export function takeNativeAnimation(prototype: Animation): NativeAnimation {
  const accessor = (name: string): PropertyDescriptor => Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const [rate, position, playState] = [accessor("playbackRate"), accessor("currentTime"), accessor("playState")];
  const start = accessor("startTime");
  const { finish } = prototype;
  const read = ({ get }: PropertyDescriptor, animation: Animation): unknown =>
    get === undefined ? undefined : Reflect.apply(get, animation, []);
  const write = ({ set }: PropertyDescriptor, animation: Animation, value: number): void => {
    if (set !== undefined) Reflect.apply(set, animation, [value]);
  };
  return {
    rate: (animation) => Number(read(rate, animation)),
    setRate: (animation, value) => {
      write(rate, animation, value);
    },
    setStart: (animation, value) => {
      write(start, animation, value);
    },
    position: (animation) => Number(read(position, animation) ?? 0),
    setPosition: (animation, value) => {
      write(position, animation, value);
    },
    playState: (animation) => String(read(playState, animation)),
    finish: (animation) => {
      Reflect.apply(finish, animation, []);
    },
  };
}
