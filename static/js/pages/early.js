// A classic script that runs before the first paint: a page whose theme nobody chose follows the system.
if (!document.documentElement.dataset["theme"] && matchMedia("(prefers-color-scheme: light)").matches) {
  document.documentElement.dataset["theme"] = "vellum";
}
