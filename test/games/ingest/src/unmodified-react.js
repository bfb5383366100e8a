import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

function Counter() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const handle = requestAnimationFrame(() => setCount(count + 1));
    return () => cancelAnimationFrame(handle);
  }, [count]);
  return createElement("p", null, `Frame ${count}`);
}

createRoot(document.getElementById("app")).render(createElement(Counter));
