import type { AsyncOrder } from "./async-order.ts";
import { globalOwner, isFunction, type Method, replaceMethod } from "../native/native-look.ts";
import { orderFileStreams } from "./file-streams.ts";
import { orderGpuDevices } from "./gpu-devices.ts";
import { orderImageDecoders } from "./image-decoders.ts";
import type { LoadParts } from "./load-parts.ts";
import { isObject, nativeGetter, prototypeOf } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";

type Realm = Window & typeof globalThis;

type PlatformParts = Pick<LoadParts, "order" | "events" | "tasks" | "onUnordered" | "markUse">;

/**
 * Methods that return a promise and whose work the browser completes without the page, by class.
 */
const methods: Readonly<Record<string, readonly string[]>> = {
  AudioContext: ["setSinkId"],
  Cache: ["add", "addAll", "delete", "keys", "match", "matchAll"],
  CacheStorage: ["delete", "has", "keys", "match", "open"],
  Clipboard: ["write", "writeText"],
  CookieStore: ["delete", "get", "getAll", "set"],
  CrashReportContext: ["initialize"],
  CredentialsContainer: ["preventSilentAccess"],
  FileSystemDirectoryHandle: ["getDirectoryHandle", "getFileHandle", "removeEntry", "resolve"],
  FileSystemFileHandle: ["createSyncAccessHandle", "createWritable", "move"],
  FileSystemHandle: ["isSameEntry", "queryPermission", "remove", "requestPermission"],
  FileSystemWritableFileStream: ["seek", "truncate", "write"],
  Document: [
    ...["browsingTopics", "exitFullscreen", "exitPictureInPicture", "hasPrivateToken", "hasRedemptionRecord"],
    ...["hasStorageAccess", "hasUnpartitionedCookieAccess", "requestStorageAccess", "requestStorageAccessFor"],
  ],
  GPU: ["requestAdapter"],
  GPUAdapter: ["requestDevice"],
  GPUBuffer: ["mapAsync"],
  GPUDevice: ["createComputePipelineAsync", "createRenderPipelineAsync", "popErrorScope"],
  GPUQueue: ["onSubmittedWorkDone"],
  GPUShaderModule: ["getCompilationInfo"],
  GamepadHapticActuator: ["playEffect", "reset"],
  HTMLMediaElement: ["setMediaKeys", "setSinkId"],
  IDBFactory: ["databases"],
  Ink: ["requestPresenter"],
  Keyboard: ["getLayoutMap", "lock"],
  MediaCapabilities: ["decodingInfo", "encodingInfo"],
  MediaDevices: ["enumerateDevices"],
  MediaKeySession: ["generateRequest", "load", "remove", "update"],
  MediaKeySystemAccess: ["createMediaKeys"],
  MediaKeys: ["getStatusForPolicy", "setServerCertificate"],
  MediaStreamTrack: ["applyConstraints"],
  Navigator: [
    ...["clearAppBadge", "getBattery", "requestMediaKeySystemAccess", "setAppBadge"],
    ...["clearOriginJoinedAdInterestGroups", "createAuctionNonce", "deprecatedReplaceInURN", "deprecatedURNToURL"],
    ...["getInterestGroupAdAuctionData", "joinAdInterestGroup", "leaveAdInterestGroup", "runAdAuction"],
  ],
  NavigatorLogin: ["setStatus"],
  NavigatorManagedData: ["getManagedConfiguration"],
  NavigatorUAData: ["getHighEntropyValues"],
  OffscreenCanvas: ["convertToBlob"],
  Permissions: ["query"],
  PushManager: ["getSubscription", "permissionState", "subscribe"],
  ServiceWorkerRegistration: ["getNotifications", "showNotification"],
  SharedStorage: [...["append", "batchUpdate", "clear", "createWorklet", "delete", "get", "run", "selectURL", "set"]],
  SharedStorageWorklet: ["addModule", "run", "selectURL"],
  StorageBucket: ["estimate", "expires", "getDirectory", "persist", "persisted", "setExpires"],
  StorageBucketManager: ["delete", "keys", "open"],
  StorageManager: ["estimate", "getDirectory", "persist", "persisted"],
  VideoFrame: ["copyTo"],
  WakeLock: ["request"],
  WakeLockSentinel: ["release"],
  WebGLRenderingContext: ["makeXRCompatible"],
  WebGL2RenderingContext: ["makeXRCompatible"],
  Worklet: ["addModule"],
  XRSystem: ["isSessionSupported"],
};

/** The same for static methods. */
const staticMethods: Readonly<Record<string, readonly string[]>> = {
  ...{ AudioDecoder: ["isConfigSupported"], AudioEncoder: ["isConfigSupported"] },
  ...{ VideoDecoder: ["isConfigSupported"], VideoEncoder: ["isConfigSupported"] },
  ...{ CropTarget: ["fromElement"], RestrictionTarget: ["fromElement"] },
  ...{ LanguageDetector: ["availability", "create"], Summarizer: ["availability", "create"] },
  ImageDecoder: ["isTypeSupported"],
  IdentityCredential: ["disconnect"],
  IdentityProvider: ["getUserInfo"],
  PaymentRequest: ["securePaymentConfirmationAvailability"],
  PublicKeyCredential: [
    ...["getClientCapabilities", "signalAllAcceptedCredentials", "signalCurrentUserDetails", "signalUnknownCredential"],
  ],
  Translator: ["create"],
  webkitSpeechRecognition: ["available", "install"],
};

/** Orders the promises of the browser's own services: files, caches, keys, fonts, pictures. */
export function installPlatformApis(realm: Realm, parts: PlatformParts): void {
  const { order, tasks, onUnordered } = parts;
  for (const [name, names] of Object.entries(methods)) {
    const owner = prototypeOf(realm, name);
    if (owner !== null) for (const method of names) trackMethod(owner, method, `${name}.${method}`, order);
  }
  for (const [name, names] of Object.entries(staticMethods)) {
    const owner: unknown = Reflect.get(realm, name);
    if (isFunction(owner)) for (const method of names) trackMethod(owner, method, `${name}.${method}`, order);
  }
  orderKeys(realm, order);
  orderBitmaps(realm, order);
  orderFileStreams(realm, order);
  orderFiles(realm, order);
  orderImageDecoders(realm, order, onUnordered);
  orderGpuDevices(realm, parts);
  if (!("document" in realm)) return;
  orderAudioDecoding(realm, order);
  orderCanvasBlobs(realm, order, tasks);
}

function trackMethod(owner: object, name: string, description: string, order: AsyncOrder): void {
  // Some methods, such as that of the battery, always return the same promise.
  const known = new WeakMap<object, unknown>();
  replaceMethod(owner, name, (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, parameters);
      if (!(result instanceof Promise)) return result;
      const held = known.get(result) ?? order.track(description, result);
      known.set(result, held);
      return held;
    }
    return replacement;
  });
}

// Chromium computes these within the call, and RSA keys and bits from passwords in another thread.
const quickKeys = /^(?:AES-|(?:HMAC|ECDH|ECDSA|ED25519|X25519)$)/iu;
const quickBits: ReadonlySet<unknown> = new Set(["ECDH", "HKDF", "X25519"]);

/** The browser does all other work of `crypto.subtle`, such as `encrypt` and `digest`, within the call. */
function orderKeys(realm: Realm, order: AsyncOrder): void {
  const owner = prototypeOf(realm, "SubtleCrypto");
  const keys = prototypeOf(realm, "CryptoKey");
  if (owner === null || keys === null) return;
  const { CryptoKey } = realm;
  const readAlgorithm = nativeGetter(keys, "algorithm");
  const nameOf = (algorithm: unknown): unknown => (isObject(algorithm) ? Reflect.get(algorithm, "name") : algorithm);
  type Check = (algorithm: unknown, key: unknown) => boolean;
  const makesQuickly: Check = (algorithm) => quickKeys.test(String(nameOf(algorithm)));
  const derivesQuickly: Check = (_, key) => key instanceof CryptoKey && quickBits.has(nameOf(readAlgorithm?.(key)));
  const checks = { generateKey: makesQuickly, deriveBits: derivesQuickly, deriveKey: derivesQuickly };
  for (const [name, isQuick] of Object.entries(checks)) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        const [algorithm, key] = parameters;
        return result instanceof Promise && !isQuick(algorithm, key)
          ? order.track(`SubtleCrypto.${name}`, result)
          : result;
      }
      return replacement;
    });
  }
}

/** The browser makes a bitmap of these within the call, and of files and pictures in the background. */
function orderBitmaps(realm: Realm, order: AsyncOrder): void {
  const names = ["HTMLCanvasElement", "OffscreenCanvas", "ImageData", "ImageBitmap"];
  const immediate = names.map((name): unknown => Reflect.get(realm, name)).filter(isFunction);
  replaceMethod(globalOwner(realm, "createImageBitmap"), "createImageBitmap", (create) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(create, this, parameters);
      const isMade = immediate.some((kind) => parameters[0] instanceof kind);
      return result instanceof Promise && !isMade ? order.track("createImageBitmap", result) : result;
    }
    return replacement;
  });
}

/** The older form also calls callbacks. */
function orderAudioDecoding({ ArrayBuffer, BaseAudioContext }: Realm, order: AsyncOrder): void {
  const readDetached = nativeGetter(ArrayBuffer.prototype, "detached");
  // The browser refuses it within the call.
  const isGivenAway = (data: unknown): boolean => data instanceof ArrayBuffer && readDetached?.(data) === true;
  function call(callback: unknown, value: unknown): void {
    try {
      if (typeof callback === "function") Reflect.apply(callback, undefined, [value]);
    } catch (thrown) {
      reportError(thrown);
    }
  }
  replaceMethod(BaseAudioContext.prototype, "decodeAudioData", (decode) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [data, onDecoded, onFailed] = parameters;
      if (isGivenAway(data)) return Reflect.apply(decode, this, parameters);
      const result: unknown = Reflect.apply(decode, this, parameters.length > 1 ? [data] : parameters);
      if (!(result instanceof Promise)) return result;
      const decoded = order.track("decodeAudioData", result);
      decoded.then(
        (buffer) => {
          call(onDecoded, buffer);
        },
        (reason: unknown) => {
          call(onFailed, reason);
        },
      );
      return decoded;
    }
    return replacement;
  });
}

/** A written file has the disk's modification time, which a copy does not have. */
function orderFiles(realm: Realm, order: AsyncOrder): void {
  const handles = prototypeOf(realm, "FileSystemFileHandle");
  if (handles === null) return;
  const { File } = realm;
  replaceMethod(handles, "getFile", (getFile) => {
    async function copy(reading: Promise<unknown>): Promise<unknown> {
      const file = await order.track("getFile() of a file", reading);
      return file instanceof File ? new File([file], file.name, { type: file.type }) : file;
    }
    function replacement(this: unknown): unknown {
      const result: unknown = Reflect.apply(getFile, this, []);
      return result instanceof Promise ? copy(result) : result;
    }
    return replacement;
  });
}

/** The browser has nothing to encode, and calls back in a task that it queues at once. */
function inTask(tasks: PageTasks, callback: Method): Method {
  const place = tasks.takeOrder();
  tasks.onSent();
  return (blob) => {
    const run = (): void => {
      Reflect.apply(callback, undefined, [blob]);
    };
    tasks.onLost();
    if (tasks.admit(run, () => place)) run();
  };
}

function orderCanvasBlobs({ HTMLCanvasElement: { prototype } }: Realm, order: AsyncOrder, tasks: PageTasks): void {
  const sides = ["width", "height"].map((side) => nativeGetter(prototype, side));
  const isEmpty = (canvas: unknown): boolean => isObject(canvas) && sides.some((read) => read?.(canvas) === 0);
  replaceMethod(prototype, "toBlob", (toBlob) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [callback, ...rest] = parameters;
      if (!isFunction(callback)) return Reflect.apply(toBlob, this, parameters);
      if (isEmpty(this)) return Reflect.apply(toBlob, this, [inTask(tasks, callback), ...rest]);
      const registered = order.expect("HTMLCanvasElement.toBlob");
      const hold = (blob: unknown): void => {
        registered.complete(() => {
          Reflect.apply(callback, undefined, [blob]);
        });
      };
      try {
        return Reflect.apply(toBlob, this, [hold, ...rest]);
      } catch (thrown) {
        registered.release();
        throw thrown;
      }
    }
    return replacement;
  });
}
