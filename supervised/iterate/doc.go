// Package iterate improves a net by its own look-ahead, over and over. A
// generation collects positions from games of the best net against itself, has
// that net label them by looking ahead, trains a candidate on the labels of this
// generation and some before it, and measures it in a match of pairs against the
// best net, whose place it takes if it is stronger.
//
// A run is a folder. What a step makes stands there complete or not at all, or as
// far as it has come in a form that the step goes on from; a generation is done
// when its generation.json is there. Of the generations that are done, and of
// nothing else, metrics.jsonl and best.safetensors are made. So a run that was
// killed at any moment and resumed ends in the same bytes.
//
// What is random in generation g draws from seeds that follow from the run's and
// g. Nothing depends on the number of workers.
package iterate
