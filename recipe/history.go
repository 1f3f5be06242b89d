package recipe

import "time"

// Net is a net that a step has made, with the nets that come from it.
type Net struct {
	Recipe    string    `json:"recipe"`
	Step      string    `json:"step"`
	Command   string    `json:"command"`
	Folder    string    `json:"folder"` // of the step
	Finished  time.Time `json:"finished"`
	Model     string    `json:"model"`             // digest
	Parents   []string  `json:"parents"`           // digests of the nets from which it comes
	Changed   string    `json:"changed,omitempty"` // settings that differ from those of the parent, or of the net that the step made before
	RMSE      *float64  `json:"equity_rmse"`       // on validation positions, mEq; null if unknown
	Errors    []Errors  `json:"errors"`            // that bench values has measured
	Matches   []Match   `json:"matches"`
	CoreHours float64   `json:"core_hours"`        // of the step
	SoFar     float64   `json:"core_hours_so_far"` // with all work from which the net comes
	Fate      string    `json:"fate"`              // kept, dropped or open
	Children  []Net     `json:"children"`
}

// Walk calls visit for all nets of a tree, each before those that come from it, with its depth from 0.
func Walk(nets []Net, visit func(n *Net, depth int)) { walkNets(nets, 0, visit) }

func walkNets(nets []Net, depth int, visit func(n *Net, depth int)) {
	for i := range nets {
		visit(&nets[i], depth)
		walkNets(nets[i].Children, depth+1, visit)
	}
}

// Fates of nets.
const (
	Kept    = "kept"    // a later net comes from it, or weights choose has chosen it
	NotKept = "dropped" // another net was chosen instead, or is kept of those that the step made
	Open    = "open"
)

// Errors are those of a net on labelled positions.
type Errors struct {
	Step   string  `json:"step"`        // that measured them
	RMSE   float64 `json:"equity_rmse"` // mEq
	Margin float64 `json:"margin"`      // half the 95 % interval
}

// Match is the result of a match of a net.
type Match struct {
	Against  string  `json:"against"`            // step or player
	Opponent string  `json:"opponent,omitempty"` // parent, also for a net before it, or gnubg; missing for others
	MEq      float64 `json:"meq"`                // thousandths of a point per game
	Margin   float64 `json:"margin"`             // half the 95 % interval
}

// Opponents of special interest.
const (
	Parent = "parent"
	GNUBG  = "gnubg"
)

// History returns the nets that recipes have made in stores, folders of recipe run --out, as
// a tree: each net below the first net from which it comes.
func History(stores []string) ([]Net, error) {
	records, err := Records(stores)
	if err != nil {
		return nil, err
	}
	return tree(records), nil
}
