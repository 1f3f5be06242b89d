package suite_test

import (
	"context"
	"fmt"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/suite"
)

func Example() {
	tests, err := suite.Parse("my.tst", strings.NewReader(`
# the best of all opening rolls
101 start play 31
#? [8/5 6/5]
`))
	if err != nil {
		panic(err)
	}
	runner := &suite.Runner{Player: named.Of("pubeval", player.Pubeval{})}
	report, err := runner.Run(context.Background(), tests)
	if err != nil {
		panic(err)
	}
	for _, r := range report.Results {
		fmt.Println(r.Test, r.Outcome, r.Answer)
	}
	// Output: my.tst:101 passed 8/5 6/5
}
