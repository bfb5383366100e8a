import { expect, it } from "vitest";
import { pageEnvironment } from "../../../../src/formats/page-environment.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const ask = `
  async function ask() {
    const { hardwareConcurrency, deviceMemory, platform, language, languages, connection, userAgent, appVersion, userAgentData } = navigator;
    return { hardwareConcurrency, deviceMemory, platform, language, languages: [...languages],
      connection: [connection.effectiveType, connection.rtt, connection.downlink, connection.saveData],
      isWindowless: /Headless/.test(userAgent + appVersion + JSON.stringify(userAgentData)), system: /\\(([^)]*)\\)/.exec(userAgent)[1],
      data: [userAgentData.platform, JSON.stringify(userAgentData) === JSON.stringify({ brands: userAgentData.brands, mobile: false, platform: "Linux" }),
        (await userAgentData.getHighEntropyValues(["bitness", "model"])).bitness],
      estimate: await navigator.storage.estimate(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: Intl.DateTimeFormat().resolvedOptions().locale };
  }`;

it("shows a page and its workers the same facts on every machine", async () => {
  const { found } = await runPreludePage({
    files: { "worker.js": `${ask}; ask().then((answer) => postMessage(answer));` },
    frames: 20,
    script: `${ask}
      ask().then((answer) => { found.page = answer; });
      new Worker("worker.js").onmessage = ({ data }) => { found.worker = data; };
      navigator.getBattery().then(({ level, charging }) => { found.battery = [level, charging]; });
      navigator.mediaDevices?.enumerateDevices().then((devices) => { found.devices = devices.length; });
      found.voices = speechSynthesis.getVoices().length;
      found.memory = performance.memory.usedJSHeapSize;
      try { Object.getOwnPropertyDescriptor(Navigator.prototype, "platform").get.call({}); } catch (error) { found.refused = error.name; }`,
  });
  const { timeZone, language, platform, hardwareConcurrency, deviceMemory, storageQuota } = pageEnvironment;
  const answer = {
    ...{ hardwareConcurrency, deviceMemory, platform, language, languages: [language] },
    connection: ["4g", 50, 10, false],
    isWindowless: false,
    system: `X11; ${platform}`,
    data: ["Linux", true, "64"],
    estimate: { quota: storageQuota, usage: 0, usageDetails: {} },
    timeZone,
    locale: language,
  };
  expect(found).toEqual({
    page: answer,
    worker: answer,
    battery: [1, true],
    devices: 0,
    voices: 0,
    memory: 10_000_000,
    refused: "TypeError",
  });
});

it("counts what a page stores in the estimate of its storage", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      found.uses = [];
      const look = async () => { found.uses.push((await navigator.storage.estimate()).usage); };
      const opening = indexedDB.open("use");
      opening.onupgradeneeded = () => { opening.result.createObjectStore("things"); };
      opening.onsuccess = async () => {
        await look();
        const { result } = opening;
        const transaction = result.transaction("things", "readwrite");
        transaction.objectStore("things").put(new Uint8Array(100_000), "bytes");
        transaction.objectStore("things").put(new Blob(["x".repeat(50_000)]), "blob");
        transaction.oncomplete = look;
      };`,
  });
  const made = 1024 + "things".length;
  expect(found).toEqual({ uses: [made, made + 1024 + 100_000 + 1024 + 50_000] });
});

it("tells that a screen that is wider than high is a landscape, as on a desktop", async () => {
  const script = `
    const { type, angle } = screen.orientation;
    Object.assign(found, { type, angle, isLandscape: matchMedia("(orientation: landscape)").matches });`;
  const { found } = await runPreludePage({ frames: 1, script });
  expect(found).toEqual({ type: "landscape-primary", angle: 0, isLandscape: true });
});
