/** Global variable that holds the findings of the page below. */
export const findingsGlobal = "framegateInspection";

/**
 * A page that inspects the browser as a game would see it: contexts, isolation, the clock. It must be served, because
 * isolation depends on its headers.
 */
export const inspectPageHtml = `<!doctype html>
<meta charset="utf-8">
<title>framegate doctor</title>
<script>
  function rendererOf(kind) {
    const gl = document.createElement("canvas").getContext(kind);
    if (gl === null) return null;
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    return String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL));
  }
  // The resolution is the smallest step between two readings. A hundred steps show it.
  function timerResolution() {
    let smallest = Infinity;
    let last = performance.now();
    for (let steps = 0, readings = 0; steps < 100 && readings < 5000000; readings += 1) {
      const now = performance.now();
      if (now === last) continue;
      smallest = Math.min(smallest, now - last);
      last = now;
      steps += 1;
    }
    return Number.isFinite(smallest) ? smallest : null;
  }
  globalThis.framegateInspection = {
    webgl1Renderer: rendererOf("webgl"),
    webgl2Renderer: rendererOf("webgl2"),
    crossOriginIsolated: globalThis.crossOriginIsolated,
    secureContext: globalThis.isSecureContext,
    timerResolutionMs: timerResolution(),
  };
</script>
`;
