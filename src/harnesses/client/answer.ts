/** By this content type a hook knows Throughline's answer from that of another program in the daemon's place. */
export const ANSWER_TYPE = "application/vnd.throughline.answer+json";
