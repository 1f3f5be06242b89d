package iterate_test

import (
	"fmt"
	"log"

	"gammonlab/internal/supervised/iterate"
)

// Settings that a config leaves out have their defaults.
func ExampleParseConfig() {
	config, err := iterate.ParseConfig([]byte(`{"from": "default", "generations": 5, "generate": {"positions": 200000}}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(config.Generations, config.Generate.Positions, config.Window, config.Validate())
	// Output:
	// 5 200000 3 <nil>
}
