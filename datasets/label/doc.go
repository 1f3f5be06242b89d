// Package label says what the positions of a database are worth: by looking a
// ply or two ahead, by rollouts, by databases of solved endings, or by playing
// games out.
//
// A label depends on the position and the settings alone: not on the other
// positions, on their order or on the number of workers. What is random draws
// from a seed that is derived from that of the settings and the position's key.
package label
