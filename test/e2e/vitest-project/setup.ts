import "framegate/vitest";
