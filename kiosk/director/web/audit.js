/** Who did what, in this browser's time. */

import { localTimes } from "./times.js";

localTimes();
