/** An event card is printed by the browser. */

document.getElementById("print").addEventListener("click", () => window.print());
