package bearoff

// Restarts lists the commands that take long and keep no progress when they are
// interrupted.
var Restarts = []string{"bearoff verify"}
