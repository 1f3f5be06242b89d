package play

import "errors"

// errPlaysOn is what resign returns when the net does not take the offer.
var errPlaysOn = errors.New("the net plays on: it expects more")

// offerMargin is by how much the net may expect more than it is offered and
// still accept, as normalised equity: nets are never quite sure of anything.
const offerMargin = 0.05
