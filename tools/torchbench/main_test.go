//go:build unix

package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/safetensors"
	"gammonlab/nets"
)

// TestExport compares the exported file with the batches of the training.
func TestExport(t *testing.T) {
	start := must.Get(startNet("perspective196", "5-3", "relu"))(t)
	all := must.Get(makeBatches(start.Set(), 7))(t)
	path := filepath.Join(t.TempDir(), "case")
	must.OK(t, export(path, start, all))
	file := must.Get(os.ReadFile(path))(t)
	tensors, _, err := safetensors.Decode(file)
	must.OK(t, err)
	if got, want := len(tensors), 2*start.Layers()+2*len(all); got != want {
		t.Errorf("%d tensors, want %d", got, want)
	}
	inputs, targets := tensors["inputs3"], tensors["targets3"]
	if len(inputs.Data) != 7*196 || len(targets.Data) != 7*nets.Outputs {
		t.Fatalf("batch 3 has %d inputs and %d targets", len(inputs.Data), len(targets.Data))
	}
	dense := make([]float32, len(inputs.Data))
	from := int32(0)
	for row, end := range all[3].Ends {
		for k := from; k < end; k++ {
			dense[row*196+int(all[3].Idx[k])] = all[3].Val[k]
		}
		from = end
	}
	for i, v := range dense {
		if inputs.Data[i] != v {
			t.Fatalf("input %d is %v, want %v", i, inputs.Data[i], v)
		}
	}
}

// TestServe sends the commands of the script.
func TestServe(t *testing.T) {
	start, err := startNet("perspective196", "5", "sigmoid")
	must.OK(t, err)
	s := &side{start: start, workers: 1}
	if s.batches, err = makeBatches(start.Set(), 8); err != nil {
		t.Fatal(err)
	}
	losses, err := s.curve(40)
	if err != nil || !(losses[39] < losses[0]) {
		t.Errorf("losses %v, error %v, want losses that fall", losses, err)
	}
	for _, c := range []struct {
		line string
		ok   bool
	}{
		{"curve 3", true}, {"time 0.001", true}, {"products 0.001", true}, {"dance 1", false}, {"curve", false},
	} {
		if err := s.serve(bufio.NewScanner(strings.NewReader(c.line))); (err == nil) != c.ok {
			t.Errorf("%q: error %v", c.line, err)
		}
	}
}
