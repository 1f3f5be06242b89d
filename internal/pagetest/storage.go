package pagetest

import (
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/cdproto/storage"
)

// Quota limits what the browser stores for a server, in bytes.
func (b *Browser) Quota(server string, bytes float64) {
	b.t.Helper()
	call(b, "quota", storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: server, QuotaSize: &bytes})
}

// StopWorkers ends the service workers, as browsers do some time after the last page is closed.
func (b *Browser) StopWorkers() {
	b.t.Helper()
	call(b, "service workers", serviceworker.Enable, cdp.Empty{})
	call(b, "end of service workers", serviceworker.StopAllWorkers, cdp.Empty{})
}
