//go:build unix

// Command torchbench is this project's side of a comparison with PyTorch. The script
// torchbench.py in this folder runs the comparison: both sides train the same net on the
// same batches, in turns.
//
//	torchbench FILE SET HIDDEN ACTIVATION BATCH PRECISION WORKERS
//
// It writes the initial weights and some batches to a safetensors file, then executes
// the commands on standard input and prints the result of each as a line of JSON:
//
//	curve N     the losses of N steps from the initial weights
//	time S      positions trained per second, over S seconds of steps; with one
//	            worker, per second of processor time
//	products S  the speed of the dense products on one core in GFLOP/s
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Training settings of both sides.
const (
	batches = 16
	rate    = 1e-3
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "torchbench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 7 {
		return fmt.Errorf("%d arguments, want FILE SET HIDDEN ACTIVATION BATCH PRECISION WORKERS", len(args))
	}
	start, err := startNet(args[1], args[2], args[3])
	if err != nil {
		return err
	}
	size, err := strconv.Atoi(args[4])
	if err != nil || size < 1 {
		return fmt.Errorf("batch %q, want a number from 1 up", args[4])
	}
	workers, err := strconv.Atoi(args[6])
	if err != nil {
		return fmt.Errorf("workers %q, want a number", args[6])
	}
	side := &side{start: start, precision: nets.Precision(args[5]), workers: workers}
	if side.batches, err = makeBatches(start.Set(), size); err != nil {
		return err
	}
	if err := export(args[0], start, side.batches); err != nil {
		return err
	}
	fmt.Println(`"ready"`)
	return side.serve(bufio.NewScanner(os.Stdin))
}

// startNet returns the net with the initial weights.
func startNet(set, hidden, activation string) (*nets.Net, error) {
	s, err := features.Lookup(set)
	if err != nil {
		return nil, err
	}
	sizes, err := nets.ParseHidden(hidden)
	if err != nil {
		return nil, err
	}
	a, err := nets.ParseActivation(activation)
	if err != nil {
		return nil, err
	}
	return nets.NewRandom(nets.NewSpec(s, a, sizes...), 1)
}

// side is this project's side of the comparison.
type side struct {
	start     *nets.Net
	precision nets.Precision
	workers   int
	batches   []learn.Batch
}

// serve executes commands until the end of the input.
func (s *side) serve(lines *bufio.Scanner) error {
	for lines.Scan() {
		var word string
		var number float64
		if _, err := fmt.Sscan(lines.Text(), &word, &number); err != nil {
			return fmt.Errorf("line %q: %w", lines.Text(), err)
		}
		answer, err := s.answer(word, number)
		if err != nil {
			return err
		}
		text, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return lines.Err()
}

// answer executes a command and returns its result.
func (s *side) answer(word string, number float64) (any, error) {
	switch word {
	case "curve":
		return s.curve(int(number))
	case "time":
		return s.time(number)
	case "products":
		return s.products(number), nil
	}
	return nil, fmt.Errorf("unknown command %q, want curve, time or products", word)
}
