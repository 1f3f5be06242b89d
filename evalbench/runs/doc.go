// Package runs reads the folders of training runs of all kinds, to show their progress
// and to compare them: [List] finds the runs below a folder, [Open] reads one. A [Run]
// has its kind, its state, its config and its measurements: series of quantities over
// games, positions, wall time or epochs. [Compare] lists the settings in which runs
// differ, [Charts] draws runs together, and [WriteEvents] writes them for TensorBoard.
//
// A run can be read while a process is working in its folder: incomplete lines of
// metrics are left out. Reading does not change the folder.
//
// Not for other modules.
package runs
