package named_test

import (
	"encoding/json"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/nets"
)

// Settings name a player and a model; both are opened by name.
func ExampleOpen() {
	var settings struct {
		By   named.Player `json:"by"`
		Luck named.Model  `json:"luck"`
	}
	if err := json.Unmarshal([]byte(`{"by": "net:fast,noise=0.1", "luck": "fast"}`), &settings); err != nil {
		panic(err)
	}
	if err := named.Open(&settings, &named.Opener{Model: nets.LoadShipped}); err != nil {
		panic(err)
	}
	fmt.Printf("%T, %T", settings.By.Player, settings.Luck.Evaluator)
	// Output: *player.Noisy, *engine.Static
}
