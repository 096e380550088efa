"""Paper services behind one interface: the ACL Anthology, arXiv, OpenReview, PMLR."""
