package pagetest

import (
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/runtime"
)

// Memory is what a page keeps in memory.
type Memory struct {
	Heap      float64 // bytes of its script
	Nodes     int     // of the document, and removed ones that are still referred to
	Listeners int
}

// Memory returns what the open page keeps, without garbage.
func (b *Browser) Memory() Memory {
	b.t.Helper()
	call(b, "garbage", heapprofiler.CollectGarbage, cdp.Empty{})
	heap := call(b, "heap", runtime.GetHeapUsage, cdp.Empty{})
	dom := call(b, "nodes", memory.GetDOMCounters, cdp.Empty{})
	return Memory{heap.UsedSize, int(dom.Nodes), int(dom.JsEventListeners)}
}
