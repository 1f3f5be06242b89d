package portable_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/portable"
	"gammonlab/nets/pretrained"
)

// An evaluator is described, its files are copied, and another is made of them.
func ExampleDescribeEvaluator() {
	model, err := pretrained.Load("fast")
	if err != nil {
		panic(err)
	}
	here := engine.NewStatic(model, nil)
	d, files, err := portable.DescribeEvaluator(here)
	if err != nil {
		panic(err)
	}
	folder, err := os.MkdirTemp("", "portable")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	for _, f := range files {
		content, err := f.Open()
		if err != nil {
			panic(err)
		}
		data, err := io.ReadAll(content)
		if err != nil {
			panic(err)
		}
		if err := os.WriteFile(filepath.Join(folder, f.SHA256), data, 0o666); err != nil {
			panic(err)
		}
	}
	there, err := d.Open(context.Background(), func(_ context.Context, sum string) (string, error) {
		return filepath.Join(folder, sum), nil
	})
	if err != nil {
		panic(err)
	}
	var answers [2][1]engine.Probabilities
	positions := []board.Position{board.Backgammon.Start()}
	here.Evaluate(answers[0][:], positions)
	there.Evaluate(answers[1][:], positions)
	fmt.Println(answers[0] == answers[1])
	// Output: true
}
