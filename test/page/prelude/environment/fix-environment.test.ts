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
