package app_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/app"
	"gammonlab/features"
)

// A program with inputs of its own ends in app.Main(), and then all commands have them. Here
// one command is called.
func ExampleRun() {
	err := features.Register(features.Func("bar2", 2, func(dst []float32, pos *board.Position) {
		dst[0], dst[1] = float32(pos.Own[board.Bar]), float32(pos.Opp[board.Bar])
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	args := []string{"gammonlab", "features", "show", "--features", "bar2", "--all", "4HPwATDgc/ABMA"}
	code := app.Run(context.Background(), args, strings.NewReader(""), os.Stdout, os.Stderr)
	fmt.Println("exit code", code)
	// Output:
	// 4HPwATDgc/ABMA, bar2@1: 2 of 2 inputs
	//   #  NAME   VALUE  MEANING
	//   0  1     0.0000  value 1 of the function bar2
	//   1  2     0.0000  value 2 of the function bar2
	// exit code 0
}
