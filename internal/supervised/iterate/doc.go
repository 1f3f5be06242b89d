// Package iterate improves a net in generations, by its own look-ahead. A generation
// collects positions from self-play games of the best net and labels them with a search
// or rollouts of that net. It trains a candidate on the labels of this and some earlier
// generations, and measures it in a match of pairs against the best net. A stronger
// candidate replaces the best net.
//
// A run is a folder. The output of a step is there completely, not at all, or in a
// partial form from which the step resumes. A generation is done when its
// generation.json exists. metrics.jsonl and best.safetensors depend only on the
// generations that are done. So a run that was killed at any moment and resumed ends in
// the same bytes.
//
// All random numbers of generation g come from seeds derived from the run's seed and g.
// Nothing depends on the number of workers.
package iterate
