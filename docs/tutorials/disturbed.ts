/** What it makes less of a speedup; a speedup that is there all the same, it leaves. */
export const disturbed = 'Other programs took a part of the machine that the app could have used, and a cluster more so than a single process.'
