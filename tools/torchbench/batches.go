//go:build unix

package main

import (
	"fmt"
	"os"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/safetensors"
	"gammonlab/internal/seed"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// makeBatches returns batches of contact positions from games of the shipped net, with
// that net's evaluations as targets.
func makeBatches(set features.Set, size int) ([]learn.Batch, error) {
	model, err := nets.LoadShipped("default")
	if err != nil {
		return nil, err
	}
	evaluator := engine.NewStatic(model, nil)
	var generator board.Generator
	dice := board.NewDice(seed.Stream(1, 0))
	pos := board.Backgammon.Start()
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	made := make([]learn.Batch, batches)
	for i := range made {
		for made[i].Len() < size {
			if engine.ClassOf(&pos) == engine.Contact {
				var answer [1]engine.Probabilities
				evaluator.Evaluate(answer[:], []board.Position{pos})
				n := set.ExtractSparse(idx, val, &pos)
				made[i].Add(idx[:n], val[:n], (*[nets.Outputs]float32)(&answer[0]), 1)
			}
			plays := generator.Plays(&pos, dice.Next())
			if len(plays) > 0 {
				best, _ := evaluator.Best(&pos, plays)
				pos = plays[best].Result
			} else {
				pos = pos.Swap()
			}
			if pos.Result() != 0 {
				pos = board.Backgammon.Start()
			}
		}
	}
	return made, nil
}

// export writes a net and batches to a file. The inputs are dense, as PyTorch needs them.
func export(path string, net *nets.Net, all []learn.Batch) error {
	model := nets.Model{Nets: map[nets.Part]*nets.Net{nets.All: net}, Variant: board.Backgammon}
	file, err := model.Encode()
	if err != nil {
		return err
	}
	tensors, _, err := safetensors.Decode(file)
	if err != nil {
		return err
	}
	inputs := net.Set().Len()
	for i := range all {
		b := &all[i]
		dense := make([]float32, b.Len()*inputs)
		from := int32(0)
		for row, end := range b.Ends {
			for k := from; k < end; k++ {
				dense[row*inputs+int(b.Idx[k])] = b.Val[k]
			}
			from = end
		}
		tensors[fmt.Sprintf("inputs%d", i)] = safetensors.Tensor{Shape: []int{b.Len(), inputs}, Data: dense}
		tensors[fmt.Sprintf("targets%d", i)] = safetensors.Tensor{Shape: []int{b.Len(), nets.Outputs}, Data: b.Targets}
	}
	if file, err = safetensors.Encode(tensors, nil); err != nil {
		return err
	}
	return os.WriteFile(path, file, 0o666)
}
